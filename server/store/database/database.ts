import pg from 'pg';
import { errorCode } from '../logging/failures.ts';
import { enterRelease } from './presence.ts';
import { ConnectionStringError, readTls, tlsParameters } from './tls.ts';

/** Runs SQL. Rows have int8 as a safe integer, timestamptz as a Date and jsonb as parsed JSON. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /** Removes the statement time limit. */
  readonly isLong?: boolean;
}

export interface Database extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction. Commits if it resolves, rolls back if it throws. */
  transaction<Result>(
    work: (transaction: Queryable) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  close(): Promise<void>;
}

export type ConnectionUse = Readonly<Record<'total' | 'idle' | 'waiting' | 'max', number>>;

export interface PooledDatabase extends Database {
  connections(): ConnectionUse;
}

/** Times in milliseconds; 0 means no limit. */
export interface PostgresLimits {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** How long a transaction may wait for its next statement. */
  readonly idleInTransactionTimeoutMs: number;
}

/** The client waits this much longer than the server's own statement limit. */
export const answerMarginMs = 5_000;
/** Silence before TCP keep-alive probes a connection. */
const keepAliveDelayMs = 10_000;
/** Long, because a new connection has no prepared statements and is slow for its first purchases. */
const idleConnectionMs = 5 * 60_000;

export const defaultPostgresLimits: PostgresLimits = {
  poolSize: 10,
  statementTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 10_000,
};

/** Set in every session, because the server's or the role's default may differ. */
export const isolation = { name: 'default_transaction_isolation', value: 'read committed' } as const;

/** The server notices within 11 s that a session's machine is gone. */
const keepAlive = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** Connects on first use; `sslmode` works as in libpq (see `readTls`). @throws ConnectionStringError */
export const connectToPostgres = (
  url: string,
  onIdleError: (error: Error) => void,
  limits = defaultPostgresLimits,
): PooledDatabase => {
  if (!URL.canParse(url)) throw new ConnectionStringError('The connection string is not a URL.');
  const server = new URL(url);
  const { ssl, isOptional } = readTls(server);
  const ownOptions = server.searchParams.get('options');
  for (const name of [...tlsParameters, 'options']) server.searchParams.delete(name);

  const createPool = (encryption: typeof ssl): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: server.href,
      ssl: encryption,
      application_name: 'coffer-store',
      options: [ownOptions, `-c ${isolation.name}=${isolation.value.replace(' ', '\\ ')}`, keepAlive]
        .filter((option) => option !== null)
        .join(' '),
      max: limits.poolSize,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: idleConnectionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      statement_timeout: limits.statementTimeoutMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
      types: { getTypeParser },
      onConnect: (client) => client.query(enterRelease),
    });
    pool.on('error', onIdleError);
    // A connection that breaks in use fails its query. Its `error` event, unhandled, would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const pool = createPool(ssl);
  let unencrypted: pg.Pool | undefined;
  const connect = async (): Promise<pg.PoolClient> => {
    if (unencrypted !== undefined) return unencrypted.connect();
    try {
      return await pool.connect();
    } catch (error) {
      if (!isOptional || !hasNoTls(error)) throw error;
      unencrypted ??= createPool(false);
      return unencrypted.connect();
    }
  };
  const { statementTimeoutMs } = limits;
  const close = async () => {
    await Promise.all([pool.end(), unencrypted?.end()]);
  };
  return {
    ...databaseOver(
      connect,
      close,
      statementTimeoutMs === 0 ? undefined : statementTimeoutMs + answerMarginMs,
    ),
    connections: () => connectionsOf(unencrypted ?? pool),
  };
};

export const connectionsOf = ({ totalCount, idleCount, waitingCount, options }: pg.Pool): ConnectionUse => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
  max: options.max,
});

/** `pg` has no code for this error, only this message. */
const hasNoTls = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections';

/**
 * Creates a {@link Database} from clients of `pg`, also for the embedded database.
 * @param answerLimitMs undefined: no limit. A server whose machine is gone never answers
 */
export const databaseOver = (
  connect: () => Promise<pg.PoolClient>,
  close: () => Promise<void>,
  answerLimitMs?: number,
): Database => {
  // Release without the error: the connection is fine after a failed statement, and `pg` drops broken ones.
  // `pool.query` would discard it, and the embedded database has only one.
  const withClient = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await connect();
    let isBroken = false;
    try {
      return await work(client);
    } catch (error) {
      isBroken = isConnectionBroken(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };

  return {
    query: (sql, values) => withClient((client) => queryOver(client, answerLimitMs).query(sql, values)),
    transaction: (work, { isLong = false } = {}) =>
      withClient(async (client) => {
        const own = queryOver(client, answerLimitMs);
        await own.query('begin isolation level read committed');
        try {
          if (isLong) await own.query('set local statement_timeout = 0');
          const result = await work(isLong ? queryOver(client, undefined) : own);
          await own.query('commit');
          return result;
        } catch (error) {
          // Report the first error. A rollback fails only if the connection is gone.
          if (!isConnectionBroken(error)) await own.query('rollback').catch(() => undefined);
          throw error;
        }
      }),
    close,
  };
};

const queryOver = (client: pg.PoolClient, answerLimitMs: number | undefined): Queryable => ({
  query: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => {
    // `pg`'s types don't have `query_timeout` for a single query.
    const query = {
      text: sql,
      ...(answerLimitMs !== undefined && { query_timeout: answerLimitMs }),
      ...(values !== undefined && { name: statementName(sql), values: [...values] }),
    };
    const { rows } = await client.query<Row>(query);
    return rows;
  },
});

const statementNames = new Map<string, string>();

/**
 * A named statement is parsed once per connection. Statement texts are constants, so there are few of them.
 */
const statementName = (sql: string): string => {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `coffer_${statementNames.size + 1}`;
  statementNames.set(sql, name);
  return name;
};

/** The type parsers of `pg`, except that int8 becomes a number instead of a string. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 && format !== 'binary'
    ? parseSafeInteger
    : pg.types.getTypeParser(oid, format);

const parseSafeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database answered an integer beyond 2^53: ${text}`);
  return value;
};

const connectionFailures = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57014',
]);

/** PostgreSQL, appendix A: read_only_sql_transaction. The server is a standby. */
const readOnly = '25006';
/** `pg` has no code for this error, only this message. */
const noAnswer = 'Query read timeout';

/** Whether to discard the connection that raised this error. */
const isConnectionBroken = (error: unknown): boolean =>
  errorCode(error) === readOnly || (error instanceof Error && error.message === noAnswer);

/** Whether the database is unreachable, overloaded or failing over, as opposed to a faulty statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  // Class 08: connection exceptions; class 57P: the server is shutting down or starting (PostgreSQL, appendix A).
  if (code !== undefined) return code === readOnly || connectionFailures.has(code) || /^(08|57P)/.test(code);
  return (
    error.message === noAnswer ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
};

/** Whether the server itself rejected the statement, so that it had no effect and the server is fine. */
export const isStatementUndone = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && !isDatabaseUnavailable(error);

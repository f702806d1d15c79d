import pg from 'pg';
import { errorCode } from '../failures.ts';
import { enterRelease } from './presence.ts';
import { ConnectionStringError, readTls, tlsParameters } from './tls.ts';

/** Runs SQL. Rows come back with int8 as a safe integer, timestamptz as a Date and jsonb as parsed JSON. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /** Its statements may take longer than those of requests: they have no time limit. */
  readonly isLong?: boolean;
}

export interface Database extends Queryable {
  /** Runs the work in one READ COMMITTED transaction: committed when it resolves, rolled back when it throws. */
  transaction<Result>(
    work: (transaction: Queryable) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** The connections that are made, those that nobody uses, those who wait for one, and the most that there may be. */
export type ConnectionUse = Readonly<Record<'total' | 'idle' | 'waiting' | 'max', number>>;

/** A database behind connections of this process. */
export interface PooledDatabase extends Database {
  connections(): ConnectionUse;
}

/** How a server is used. Times are in milliseconds, 0 for no limit. */
export interface PostgresLimits {
  /** The most connections at a time. */
  readonly poolSize: number;
  /** How long a statement may take. */
  readonly statementTimeoutMs: number;
  /** How long a transaction may wait for its next statement. */
  readonly idleInTransactionTimeoutMs: number;
}

/** How much longer than the server's own time limit an answer may be on its way, in milliseconds. */
export const answerMarginMs = 5_000;
/** How long a connection is silent before the other side is asked whether it is still there, in milliseconds. */
const keepAliveDelayMs = 10_000;
/** For how long a connection that nobody uses is kept: a new one knows no statement, and is slow for its first purchases. */
const idleConnectionMs = 5 * 60_000;

export const defaultPostgresLimits: PostgresLimits = {
  poolSize: 10,
  statementTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 10_000,
};

/**
 * What every session begins with, whatever the server or the role has as its default. A statement alone is a transaction
 * as well.
 */
export const isolation = { name: 'default_transaction_isolation', value: 'read committed' } as const;

/** Has the server notice within 11 s that the machine of a session is gone. One whose process ended it notices at once. */
const keepAlive = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/**
 * Connects to a PostgreSQL server. Connections are made at need; none is made here.
 *
 * @param url a connection string, whose `sslmode` means what it means to libpq (see `readTls`)
 * @throws ConnectionStringError
 */
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
    // One that breaks while it is used fails what it is used for. Its own event, unheard, would end the process.
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

/** What a pool has just now. */
export const connectionsOf = ({ totalCount, idleCount, waitingCount, options }: pg.Pool): ConnectionUse => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
  max: options.max,
});

/** The words of `pg`, which has no code for it. */
const hasNoTls = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections';

/**
 * The one way from clients of `pg` to a {@link Database}; the embedded database takes it too.
 *
 * @param answerLimitMs how long an answer may take, in milliseconds: a server whose machine is gone neither answers nor ends
 * a statement, and a commit that waits for a standby has no limit of its own. Undefined: for ever
 */
export const databaseOver = (
  connect: () => Promise<pg.PoolClient>,
  close: () => Promise<void>,
  answerLimitMs?: number,
): Database => {
  // A client is given back without its error: a failed statement leaves the connection sound, and `pg` drops a broken
  // one by itself. `pool.query` would discard the connection, of which the embedded database has only one.
  const withClient = async <Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await connect();
    let isOfNoUse = false;
    try {
      return await work(client);
    } catch (error) {
      isOfNoUse = isConnectionOfNoUse(error);
      throw error;
    } finally {
      client.release(isOfNoUse);
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
          // The first error is the one to report; a rollback fails only on a connection that is gone anyway.
          if (!isConnectionOfNoUse(error)) await own.query('rollback').catch(() => undefined);
          throw error;
        }
      }),
    close,
  };
};

const queryOver = (client: pg.PoolClient, answerLimitMs: number | undefined): Queryable => ({
  query: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => {
    // The types of `pg` do not know `query_timeout` of a single query.
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

/** A statement with a name is parsed and planned once a connection. The texts are constants of this program, so they are few. */
const statementName = (sql: string): string => {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `coffer_${statementNames.size + 1}`;
  statementNames.set(sql, name);
  return name;
};

/** Type parsers of `pg`, but int8 as a number instead of a string. */
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

/** PostgreSQL, appendix A: read_only_sql_transaction. The server is a standby, or has become one. */
const readOnly = '25006';
/** The words of `pg`, which has no code for it. */
const noAnswer = 'Query read timeout';

/** Whether there is no use in asking anything else over the connection that this came from. */
const isConnectionOfNoUse = (error: unknown): boolean =>
  errorCode(error) === readOnly || (error instanceof Error && error.message === noAnswer);

/**
 * Whether an error says that the database is out of reach, overloaded or about to change its server, and not that the
 * statement was wrong.
 */
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

/** Whether an error is the server's own answer to a statement, of which nothing was done then, while the server is well. */
export const isStatementUndone = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && !isDatabaseUnavailable(error);

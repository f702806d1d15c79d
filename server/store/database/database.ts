import pg from 'pg';
import { errorCode } from '../logging/failures.ts';
import { enterRelease } from './presence.ts';
import { keepsSessions } from './sessions.ts';
import { ConnectionStringError, readTls, tlsParameters } from './tls.ts';

/** Runs SQL. In rows, int8 is a safe integer, timestamptz is a Date, and jsonb is parsed JSON. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface TransactionOptions {
  /** Whether to remove the statement time limit. */
  readonly isLong?: boolean;
}

export interface Database extends Queryable {
  /** Runs `work` in one READ COMMITTED transaction. Commits if `work` resolves; rolls back if it rejects. */
  transaction<Result>(
    work: (transaction: Queryable) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** Returns whether a client keeps its session (`keepsSessions`). Undefined for the embedded database, which does. */
  readonly keepsSessions?: () => Promise<boolean>;
  close(): Promise<void>;
}

export type ConnectionUse = Readonly<Record<'total' | 'idle' | 'waiting' | 'max', number>>;

export interface PooledDatabase extends Database {
  connections(): ConnectionUse;
}

/** The limits of a connection pool. Times are in ms; 0 means no limit. */
export interface PostgresLimits {
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** How long a transaction can be idle between statements. */
  readonly idleInTransactionTimeoutMs: number;
}

/** How much longer the client waits for a response than the server's statement time limit, in ms. */
export const answerMarginMs = 5_000;
/** How long to wait for a connection, and then for its first response, in ms. */
const connectLimitMs = 5_000;
/** How long a connection is idle before TCP keep-alive probes start, in ms. */
const keepAliveDelayMs = 10_000;
/** How long to keep idle connections. A new one has no prepared statements, so its first purchases are slow. */
const idleConnectionMs = 5 * 60_000;

export const defaultPostgresLimits: PostgresLimits = {
  poolSize: 10,
  statementTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 10_000,
};

/** Every session sets this isolation level, because the server's or role's default may differ. */
export const isolation = { name: 'default_transaction_isolation', value: 'read committed' } as const;

/** Makes the server detect within 11 s that a client's machine is gone. */
const keepAlive = { tcp_keepalives_idle: 5, tcp_keepalives_interval: 2, tcp_keepalives_count: 3 };

/** Returns SQL that prepares a new session. PgBouncer refuses most settings as startup parameters. */
const enterSession = ({ statementTimeoutMs, idleInTransactionTimeoutMs }: PostgresLimits): string => {
  const settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    [isolation.name]: isolation.value,
    // `pg` reads no other format.
    DateStyle: 'ISO',
    ...keepAlive,
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return `select ${calls.join(', ')}; ${enterRelease}`;
};

/** Creates a pool that connects on first use. @throws {ConnectionStringError} if `url` is invalid (see `readTls`) */
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
      ...(ownOptions !== null && { options: ownOptions }),
      max: limits.poolSize,
      connectionTimeoutMillis: connectLimitMs,
      idleTimeoutMillis: idleConnectionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      types: { getTypeParser },
      // PgBouncer accepts a client before it has a connection for it, and only then lets the query wait.
      onConnect: (client) => queryOver(client, connectLimitMs).query(enterSession(limits)),
    });
    pool.on('error', onIdleError);
    // Ignore errors of connections in use: their queries fail anyway, and an unhandled `error` would crash Node.
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
    keepsSessions: async () => limits.poolSize === 1 || keepsSessions(connect),
  };
};

export const connectionsOf = ({ totalCount, idleCount, waitingCount, options }: pg.Pool): ConnectionUse => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
  max: options.max,
});

/** Returns whether the server lacks TLS. `pg` has no code for this error, only this message. */
const hasNoTls = (error: unknown): boolean =>
  error instanceof Error && error.message === 'The server does not support SSL connections';

/**
 * Creates a {@link Database} from `pg` clients, for PostgreSQL or the embedded database.
 * @param answerLimitMs how long to wait for a response, in case the server is gone; no limit if undefined
 */
export const databaseOver = (
  connect: () => Promise<pg.PoolClient>,
  close: () => Promise<void>,
  answerLimitMs?: number,
): Database => {
  // Release the client without the error: a failed statement leaves it usable, and `pg` drops broken clients.
  // `pool.query` would discard the client, and the embedded database has only one.
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
          // Report the original error. A rollback fails only if the connection is gone.
          if (!isConnectionBroken(error)) await own.query('rollback').catch(() => undefined);
          throw error;
        }
      }),
    close,
  };
};

const queryOver = (client: pg.ClientBase, answerLimitMs: number | undefined): Queryable => ({
  query: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => {
    // `pg`'s types lack `query_timeout` for a single query, so build the object separately.
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

/** Returns a statement's name, so `pg` prepares it once per connection. SQL texts are constants, so names are few. */
const statementName = (sql: string): string => {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `coffer_${statementNames.size + 1}`;
  statementNames.set(sql, name);
  return name;
};

/** Returns `pg`'s type parser, except that int8 becomes a number instead of a string. */
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
  // The server has stopped, so its Unix socket is gone.
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57014',
]);

/** PostgreSQL's error code `read_only_sql_transaction`, which means that the server is a standby. */
export const readOnly = '25006';
/** The message of `pg`'s query timeout, which has no error code. */
const noAnswer = 'Query read timeout';
/** The starts of `pg`'s messages for lost and refused connections, which have no error code either. */
const connectionLost =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Returns whether to discard the connection that raised this error. */
const isConnectionBroken = (error: unknown): boolean =>
  errorCode(error) === readOnly || (error instanceof Error && error.message === noAnswer);

/** Returns whether the server can't write: it is a standby, or lacks disk space (53100) or memory, or its disk fails (58). */
export const isWriteFailure = (error: unknown): boolean =>
  errorCode(error) === readOnly || /^(53[12]00|58)/.test(errorCode(error) ?? '');

/** Returns whether the database is unreachable, overloaded or failing over, as opposed to a faulty statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  // Class 08: connection exceptions. 53000, 53300: no resources, no connections. 57P: the server is shutting down or
  // starting (PostgreSQL, appendix A).
  if (code !== undefined)
    return connectionFailures.has(code) || isWriteFailure(error) || /^(08|53[03]00|57P)/.test(code);
  return error.message === noAnswer || connectionLost.test(error.message);
};

/** Returns whether the server rejected the statement, so it had no effect and the server is healthy. */
export const isStatementUndone = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && !isDatabaseUnavailable(error);

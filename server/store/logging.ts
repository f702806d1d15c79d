import { pino } from 'pino';

/**
 * What a log line may hold. There is no field for a token, a card, an address or a name, and an error is reduced to its
 * name, code and stack.
 */
export interface LogFields {
  readonly event: string;
  readonly requestId?: string | undefined;
  readonly method?: string | undefined;
  /** The path's pattern, without query. */
  readonly route?: string | undefined;
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly attemptId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly outcome?: string | undefined;
  readonly decidedBy?: string | undefined;
  /** The gateway's response code. */
  readonly code?: number | undefined;
  readonly why?: string | undefined;
  readonly address?: string | undefined;
  readonly migrations?: readonly string[] | undefined;
  readonly error?: unknown;
}

export interface Log {
  info(fields: LogFields): void;
  warn(fields: LogFields): void;
  error(fields: LogFields): void;
}

export const logLevels = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Logs JSON lines to the standard output. */
export function createLog(level: LogLevel): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    info: (fields) => logger.info(allowed(fields)),
    warn: (fields) => logger.warn(allowed(fields)),
    error: (fields) => logger.error(allowed(fields)),
  };
}

function allowed({ error, ...fields }: LogFields): Record<string, unknown> {
  const picked = Object.fromEntries(allowedFields.map((name) => [name, fields[name]]));
  return error === undefined ? picked : { ...picked, error: describeError(error) };
}

const allowedFields = [
  'event',
  'requestId',
  'method',
  'route',
  'status',
  'durationMs',
  'attemptId',
  'transactionId',
  'outcome',
  'decidedBy',
  'code',
  'why',
  'address',
  'migrations',
] as const;

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  return { name: error.name, code: 'code' in error ? error.code : undefined, stack: error.stack };
}

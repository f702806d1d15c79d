import { destination, pino } from 'pino';
import { linesWithControlsEscaped } from '#contract/characters.ts';
import { withSecretsRedacted } from './failures.ts';
import { gatherLines } from './gathered-lines.ts';

const textFields = [
  'requestId',
  'method',
  /** The path's pattern, without the query. */
  'route',
  /** The prefix of the merchant's API key. */
  'key',
  'attemptId',
  'cardId',
  'transactionId',
  'outcome',
  'decidedBy',
  'kind',
  'caseId',
  'reference',
  'cause',
  'job',
  'eventId',
  'endpointId',
  'type',
  'why',
  'address',
] as const;

const numberFields = [
  'status',
  'durationMs',
  /** The gateway's response code. */
  'code',
  /** In US cents. */
  'chargedCents',
  /** Number of transactions read from the records, and of those whose orders were looked up. */
  'read',
  'lookedUp',
  /** Numbers of declines, customers and networks when the circuit breaker tripped. */
  'declines',
  'customers',
  'networks',
] as const;

/** All fields that a log line can have. None contains a token, card data, an address or a name. */
export type LogFields = {
  readonly [Field in (typeof textFields)[number]]?: string | undefined;
} & {
  readonly [Field in (typeof numberFields)[number]]?: number | undefined;
} & {
  readonly event: string;
  readonly migrations?: readonly string[];
  readonly error?: unknown;
};

const allowedFields = ['event', 'migrations', ...textFields, ...numberFields] as const;

export const logLevels = ['silent', 'error', 'warn', 'info'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = Readonly<Record<'info' | 'warn' | 'error', (fields: LogFields) => void>>;

/** The current span's ids, with OpenTelemetry's JSON names. Undefined outside spans. */
export type LogIds = Readonly<Record<'trace_id' | 'span_id', string>> | undefined;

/** Creates a log of JSON lines. Writes warnings and errors immediately, other lines within 50 ms. */
export const createLog = (level: LogLevel, file: number = process.stdout.fd, readIds?: () => LogIds): Log => {
  const mixin = readIds && (() => readIds() ?? {});
  const output = destination({ dest: file, sync: true });
  const lines = gatherLines((text) => output.write(withSecretsRedacted(linesWithControlsEscaped(text))));
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, ...(mixin && { mixin }) },
    lines,
  );
  return {
    info: (fields) => logger.info(allowed(fields)),
    warn: (fields) => {
      logger.warn(allowed(fields));
      lines.flush();
    },
    error: (fields) => {
      logger.error(allowed(fields));
      lines.flush();
    },
  };
};

const allowed = ({ error, ...fields }: LogFields): Record<string, unknown> => {
  const picked: Record<string, unknown> = {};
  for (const name of allowedFields) if (fields[name] !== undefined) picked[name] = fields[name];
  if (error !== undefined) picked['error'] = describeError(error);
  return picked;
};

const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { name: typeof error };
  return { name: error.name, code: 'code' in error ? error.code : undefined, stack: error.stack };
};

import { withSecretsRedacted } from './redaction.ts';

/** The code of a system, PostgreSQL or library error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const failureLine = (error: unknown): string => {
  if (!(error instanceof Error)) return withSecretsRedacted(String(error));
  // An AggregateError, as when all addresses of a host refuse, has a code but no message.
  return withSecretsRedacted((error.message || (errorCode(error) ?? '')).split('\n', 1).join());
};

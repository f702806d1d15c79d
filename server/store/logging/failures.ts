/** Matches whole merchant API keys (their prefixes aren't secret) and webhook secrets. */
const secrets = /(coffer_key_[0-9a-f]{8})[0-9a-f]+|(whsec_)[\w+/=-]+/g;

/** Redacts API keys and webhook secrets, which text that quotes a request could reveal. */
export const withSecretsRedacted = (text: string): string =>
  text.includes('coffer_key_') || text.includes('whsec_')
    ? text.replace(secrets, (_, prefix = '', kind = '') => `${prefix}${kind}[redacted]`)
    : text;

/** Returns the code of a system, PostgreSQL or library error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Returns why a `fetch` failed: its cause's code, such as ECONNREFUSED, or its name, such as TimeoutError. */
export const fetchFailure = (error: unknown): string =>
  error instanceof Error ? (errorCode(error.cause) ?? error.name) : 'unknown';

export const failureLine = (error: unknown): string => {
  if (!(error instanceof Error)) return withSecretsRedacted(String(error));
  // An AggregateError has a code but no message, for example if all addresses of a host refuse.
  return withSecretsRedacted((error.message || (errorCode(error) ?? '')).split('\n', 1).join());
};

/** The code that the system, PostgreSQL or a library gave an error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What an error says, in one line. */
export const failureLine = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // An AggregateError, as of a refused connection to every address of a host, has a code but no message.
  return (error.message || (errorCode(error) ?? '')).split('\n', 1).join();
};

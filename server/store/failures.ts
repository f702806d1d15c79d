import { ConfigError } from './config/config-error.ts';
import { NoEmbeddedDatabaseError } from './database/embedded.ts';
import { ConnectionStringError } from './database/tls.ts';
import { DirectoryInUseError } from './directory-lock.ts';

/** Why the store cannot start, or a command of its operator not be done, in one line. */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConnectionStringError) return `DATABASE_URL: ${error.message}`;
  const isForPeople = [ConfigError, DirectoryInUseError, NoEmbeddedDatabaseError].some(
    (kind) => error instanceof kind,
  );
  if (isForPeople) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE' && 'port' in error) return `port ${error.port} is taken.`;
  // An AggregateError, as of a refused connection to every address of a host, has a code but no message.
  return (error.message || code).split('\n', 1).join();
};

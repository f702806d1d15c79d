import { join } from 'node:path';
import { lockDirectory } from '../directory-lock.ts';
import type { Log } from '../logging.ts';
import { connectToPostgres, type PooledDatabase, type PostgresLimits } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';

/** A PostgreSQL server, or the data directory of the embedded database. */
export type DatabaseLocation =
  | { readonly url: string; readonly limits: PostgresLimits }
  | { readonly dataDirectory: string };

/** How to open the embedded database. */
export interface EmbeddedDatabaseOptions {
  /** How long to wait for a process that still holds it, in milliseconds. 0 by default. */
  readonly lockTimeoutMs?: number;
  /** A folder in which to keep an initialised database, of which new ones are copies. None by default. */
  readonly templates?: string;
}

/**
 * Opens the store's database, as it is.
 *
 * @throws ConnectionStringError; DirectoryInUseError when another process holds the embedded database; NoEmbeddedDatabaseError where it is not
 * installed
 */
export const openDatabase = async (
  location: DatabaseLocation,
  log: Log,
  { lockTimeoutMs = 0, templates }: EmbeddedDatabaseOptions = {},
): Promise<PooledDatabase> => {
  if ('url' in location) {
    const { url, limits } = location;
    return connectToPostgres(url, (error) => log.warn({ event: 'database-connection-lost', error }), limits);
  }
  const directory = join(location.dataDirectory, 'store');
  const lock = await lockDirectory(directory, { lockTimeoutMs });
  try {
    const embedded = await openEmbeddedDatabase(join(directory, 'postgres'), templates);
    return {
      ...embedded,
      close: async () => {
        await embedded.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

import { join } from 'node:path';
import { lockDirectory } from '../directory-lock.ts';
import type { Log } from '../logging.ts';
import { connectToPostgres, type Database } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';

/** A PostgreSQL server, or the data directory of the embedded database. */
export type DatabaseLocation = { readonly url: string } | { readonly dataDirectory: string };

/**
 * Opens the store's database, as it is.
 *
 * @param lockTimeoutMs how long to wait for a process that still holds the embedded database
 * @throws DirectoryInUseError when another process holds the embedded database
 */
export const openDatabase = async (
  location: DatabaseLocation,
  log: Log,
  lockTimeoutMs: number,
): Promise<Database> => {
  if ('url' in location) {
    return connectToPostgres(location.url, (error) => log.warn({ event: 'database-connection-lost', error }));
  }
  const directory = join(location.dataDirectory, 'store');
  const lock = await lockDirectory(directory, { lockTimeoutMs });
  try {
    const embedded = await openEmbeddedDatabase(join(directory, 'postgres'));
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

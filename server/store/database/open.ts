import { join } from 'node:path';
import type { Log } from '../logging/logging.ts';
import { connectToPostgres, type PooledDatabase, type PostgresLimits } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { openEmbeddedDatabase } from './embedded.ts';

export type DatabaseLocation =
  | { readonly url: string; readonly limits: PostgresLimits }
  | { readonly dataDirectory: string };

export interface EmbeddedDatabaseOptions {
  /** How long to wait for another process to release the directory, in ms. Default: 0. */
  readonly lockTimeoutMs?: number;
  /** Folder that caches an initialized database, to copy new ones from. Default: none. */
  readonly templates?: string;
}

/** Opens a database; doesn't migrate. @throws ConnectionStringError, DirectoryInUseError, NoEmbeddedDatabaseError */
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

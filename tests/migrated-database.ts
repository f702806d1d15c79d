import { join } from 'node:path';
import type { Database } from '#server/store/database/database.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { type ImageName, openCopy } from './database-images.ts';
import { openDatabaseOnServer } from './postgres-database.ts';

/**
 * A database with all migrations applied and no rows: a new one on the server that DATABASE_URL names, or an embedded one in
 * memory. Gone after `close`.
 */
export const openMigratedDatabase = async (): Promise<Database> => {
  const onServer = await openDatabaseOnServer();
  if (onServer === undefined) return openCopy('migrated');
  await migrate(onServer);
  return onServer;
};

/**
 * Puts a database into a data directory of the store, so that its first start does not take seconds.
 *
 * @param image by default one with all migrations applied
 */
export const makeStoreData = async (dataDirectory: string, image: ImageName = 'migrated'): Promise<void> => {
  const database = await openCopy(image, join(dataDirectory, 'store', 'postgres'));
  await database.close();
};

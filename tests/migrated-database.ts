import { join } from 'node:path';
import type { Database } from '#server/store/database/database.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { type ImageName, openCopy } from './database-images.ts';
import { openDatabaseOnServer } from './postgres-database.ts';

/**
 * Opens a new migrated database without rows: on the server in DATABASE_URL, or embedded in memory.
 * `close` removes the database.
 */
export const openMigratedDatabase = async (): Promise<Database> => {
  const onServer = await openDatabaseOnServer();
  if (onServer === undefined) return openCopy('migrated');
  await migrate(onServer);
  return onServer;
};

/**
 * Copies a database into a store's data directory, so that the store's first start is fast.
 * @param image migrated by default
 */
export const makeStoreData = async (dataDirectory: string, image: ImageName = 'migrated'): Promise<void> => {
  const database = await openCopy(image, join(dataDirectory, 'store', 'postgres'));
  await database.close();
};

import { join } from 'node:path';
import type { Database } from '#server/store/database/database.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { type ImageName, openCopy } from './database-images.ts';
import { openDatabaseOnServer } from './postgres-database.ts';

/**
 * A migrated database without rows: new on the server that DATABASE_URL names, or embedded in memory.
 * `close` removes it.
 */
export const openMigratedDatabase = async (): Promise<Database> => {
  const onServer = await openDatabaseOnServer();
  if (onServer === undefined) return openCopy('migrated');
  await migrate(onServer);
  return onServer;
};

/**
 * Puts a database into a store's data directory, so that its first start is fast.
 * @param image migrated by default
 */
export const makeStoreData = async (dataDirectory: string, image: ImageName = 'migrated'): Promise<void> => {
  const database = await openCopy(image, join(dataDirectory, 'store', 'postgres'));
  await database.close();
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/store/database/database.ts';
import { openEmbeddedIn, openMigratedDatabase } from '../../../migrated-database.ts';
import { openDatabaseOnServer } from '../../../postgres-database.ts';

/**
 * An empty database: an embedded one in a new directory, or, where DATABASE_URL names a PostgreSQL server, a new database
 * there. Gone after `close`.
 */
export const openEmptyDatabase = async (): Promise<Database> =>
  (await openDatabaseOnServer()) ?? openEmbedded();

/** A database with all tables and no rows. */
export const openTestDatabase = openMigratedDatabase;

const openEmbedded = async (): Promise<Database> => {
  const directory = await mkdtemp(join(tmpdir(), 'coffer-store-'));
  const database = await openEmbeddedIn(join(directory, 'postgres'));
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
};

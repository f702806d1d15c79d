import type { Database } from '#server/store/database/database.ts';
import { openCopy } from '../../../database-images.ts';
import { openMigratedDatabase } from '../../../migrated-database.ts';
import { openDatabaseOnServer } from '../../../postgres-database.ts';

/**
 * An empty database: an embedded one in memory, or, where DATABASE_URL names a PostgreSQL server, a new database there. Gone
 * after `close`.
 */
export const openEmptyDatabase = async (): Promise<Database> =>
  (await openDatabaseOnServer()) ?? openCopy('empty');

/** A database with all tables and no rows. */
export const openTestDatabase = openMigratedDatabase;

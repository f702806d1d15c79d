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

/** The same database, and the statements that it is asked for this way. Those of transactions are not among them. */
export const watchStatements = (database: Database) => {
  const statements: string[] = [];
  const watched: Database = {
    ...database,
    query(sql, values) {
      statements.push(sql);
      return database.query(sql, values);
    },
  };
  return { watched, statements };
};

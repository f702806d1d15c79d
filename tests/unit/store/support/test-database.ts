import { afterAll } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { openCopy } from '../../../database-images.ts';
import { openMigratedDatabase } from '../../../migrated-database.ts';
import { openDatabaseOnServer } from '../../../postgres-database.ts';

/** Opens an empty database on the server of `DATABASE_URL`, or else in memory. `close` deletes the database. */
export const openEmptyDatabase = async (): Promise<Database> =>
  (await openDatabaseOnServer()) ?? openCopy('empty');

export const openTestDatabase = openMigratedDatabase;

/** Opens a migrated database for all tests of a file and closes it after them. */
export const databaseOfFile = async (): Promise<Database> => {
  const database = await openTestDatabase();
  afterAll(() => database.close());
  return database;
};

/** Records the statements that `watched` sends outside transactions. */
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

export const diskFull = Object.assign(new Error('No space left on device'), {
  severity: 'ERROR',
  code: '53100',
});

/** Returns a database whose statements fail while `faults` has an error for a word in their text. */
export const failing = (database: Database, faults: ReadonlyMap<string, Error>): Database => ({
  ...database,
  async query(sql, values) {
    for (const [word, error] of faults) if (sql.includes(word)) throw error;
    return database.query(sql, values);
  },
});

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

/** Returns a database that fails from the first statement with `word` on, as for a process that is killed then. */
export const killedAt = (database: Database, word: string): Database => {
  let isKilled = false;
  const pass = (sql = '') => {
    isKilled ||= sql.includes(word);
    if (isKilled) throw new Error('The process was killed.');
  };
  return {
    ...database,
    async query(sql, values) {
      pass(sql);
      return database.query(sql, values);
    },
    async transaction(work, options) {
      pass();
      return database.transaction(work, options);
    },
  };
};

/** Returns the names of the tables with a row that contains the text, in any case. */
export const findTablesWith = async (database: Database, text: string): Promise<string[]> => {
  const tables = await database.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = any (current_schemas(false))',
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.query(
        `select from ${name} one where strpos(lower(one::text), lower($1)) > 0 limit 1`,
        [text],
      );
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat().sort();
};

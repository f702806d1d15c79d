import type { Database } from '#server/store/database/database.ts';

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

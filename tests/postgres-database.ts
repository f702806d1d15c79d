import { connectToPostgres, type Database, defaultPostgresLimits } from '#server/store/database/database.ts';

export type PostgresDatabase = Awaited<ReturnType<typeof createPostgresDatabase>>;

const runAt = async (server: string, statement: string): Promise<void> => {
  const administration = connectToPostgres(
    server,
    (error) => {
      throw error;
    },
    // Dropping a large database takes longer than a request's timeout.
    { ...defaultPostgresLimits, statementTimeoutMs: 0 },
  );
  try {
    await administration.query(statement);
  } finally {
    await administration.close();
  }
};

/** Creates a test database. @param server the URL of an existing database, whose user can create databases */
export const createPostgresDatabase = async (server: string) => {
  const name = `coffer_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await runAt(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => runAt(server, `drop database ${name} with (force)`) };
};

/** Runs a statement on DATABASE_URL's server, outside the test databases. Does nothing without a server. */
export const runOnServer = async (statement: string): Promise<void> => {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL !== undefined) await runAt(DATABASE_URL, statement);
};

/** Creates a test database. Returns undefined without DATABASE_URL, as stores then use embedded ones. */
export const createDatabaseOnServer = async (): Promise<PostgresDatabase | undefined> => {
  const { DATABASE_URL } = process.env;
  return DATABASE_URL === undefined ? undefined : createPostgresDatabase(DATABASE_URL);
};

/** Creates and opens a database like {@link createDatabaseOnServer}. `close` drops the database. */
export const openDatabaseOnServer = async (): Promise<Database | undefined> => {
  const created = await createDatabaseOnServer();
  if (created === undefined) return undefined;
  let closing = false;
  const database = connectToPostgres(created.url, (error) => {
    // Dropping the database ends abandoned connections with an error.
    if (!closing) throw error;
  });
  return {
    ...database,
    close: async () => {
      closing = true;
      await database.close();
      await created.drop();
    },
  };
};

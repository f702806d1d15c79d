import { connectToPostgres, type Database } from '#server/store/database/database.ts';

/** A new, empty database on a PostgreSQL server. */
export interface PostgresDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const runAt = async (server: string, statement: string): Promise<void> => {
  const administration = connectToPostgres(server, (error) => {
    throw error;
  });
  try {
    await administration.query(statement);
  } finally {
    await administration.close();
  }
};

/** @param server the URL of a database there, of a user who may create others */
export const createPostgresDatabase = async (server: string): Promise<PostgresDatabase> => {
  const name = `coffer_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await runAt(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => runAt(server, `drop database ${name} with (force)`) };
};

/** Runs a statement on the server that DATABASE_URL names, outside of the databases of tests. Without it, nowhere. */
export const runOnServer = async (statement: string): Promise<void> => {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL !== undefined) await runAt(DATABASE_URL, statement);
};

/** A new database on the server that DATABASE_URL names. Undefined without it: stores are on embedded ones then. */
export const createDatabaseOnServer = async (): Promise<PostgresDatabase | undefined> => {
  const { DATABASE_URL } = process.env;
  return DATABASE_URL === undefined ? undefined : createPostgresDatabase(DATABASE_URL);
};

/** As {@link createDatabaseOnServer}, and connected to it. Dropped by `close`. */
export const openDatabaseOnServer = async (): Promise<Database | undefined> => {
  const created = await createDatabaseOnServer();
  if (created === undefined) return undefined;
  let closing = false;
  const database = connectToPostgres(created.url, (error) => {
    // Connections that were given up may still be there, and are ended with their database.
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToPostgres, type Database } from '#server/store/database/database.ts';
import { openEmbeddedDatabase } from '#server/store/database/embedded.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { openMigratedDatabase } from '../../../migrated-database.ts';

const { TEST_DATABASE_URL } = process.env;

/**
 * An empty database: an embedded one in a new directory, or, where TEST_DATABASE_URL names a PostgreSQL server, a new
 * database there. Gone after `close`.
 */
export const openEmptyDatabase = async (): Promise<Database> =>
  TEST_DATABASE_URL === undefined ? openEmbedded() : createOnServer(TEST_DATABASE_URL);

/** A database with all tables and no rows: an embedded one in memory, or a new one on that server. */
export const openTestDatabase = async (): Promise<Database> => {
  if (TEST_DATABASE_URL === undefined) return openMigratedDatabase();
  const database = await createOnServer(TEST_DATABASE_URL);
  await migrate(database);
  return database;
};

const openEmbedded = async (): Promise<Database> => {
  const directory = await mkdtemp(join(tmpdir(), 'coffer-store-'));
  const database = await openEmbeddedDatabase(join(directory, 'postgres'));
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
};

const createOnServer = async (server: string): Promise<Database> => {
  const name = `coffer_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const onIdleError = (error: Error) => {
    throw error;
  };
  const administration = connectToPostgres(server, onIdleError);
  await administration.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const database = connectToPostgres(url.href, onIdleError);
  return {
    ...database,
    close: async () => {
      await database.close();
      await administration.query(`drop database ${name}`);
      await administration.close();
    },
  };
};

import { connectToPostgres } from '#server/store/database/database.ts';

/** A new, empty database on a PostgreSQL server. */
export interface PostgresDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** @param server the URL of a database there, of a user who may create others */
export const createPostgresDatabase = async (server: string): Promise<PostgresDatabase> => {
  const name = `coffer_test_${crypto.randomUUID().replaceAll('-', '')}`;
  const onServer = async (statement: string) => {
    const administration = connectToPostgres(server, (error) => {
      throw error;
    });
    try {
      await administration.query(statement);
    } finally {
      await administration.close();
    }
  };
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
};

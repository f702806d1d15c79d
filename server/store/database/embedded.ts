import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import * as v from 'valibot';
import { errorCode } from '../logging/failures.ts';
import { connectionsOf, databaseOver, getTypeParser, isolation, type PooledDatabase } from './database.ts';
import { enterRelease } from './presence.ts';

/** The embedded database's package isn't installed. The message is one line that says what to do. */
export class NoEmbeddedDatabaseError extends Error {
  override readonly name = 'NoEmbeddedDatabaseError';

  constructor(cause: unknown) {
    super(
      'the embedded database is the package @electric-sql/pglite, which is not installed here: ' +
        'run npm install @electric-sql/pglite, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/** PGlite zeroes its shared buffers at each start. It needs far less than the default of 128 MB. */
export const embeddedStartParams = (own: readonly string[]): string[] => [
  ...own,
  '-c',
  'shared_buffers=16MB',
];

/** For `initdb`: WAL segments of 1 MB, because the first one is created and copied in full. */
export const embeddedInitParams = ['--wal-segsize=1'];

/**
 * Opens PGlite (PostgreSQL inside this process) behind a `pg` pool with one connection. PGlite doesn't lock
 * its directory, so the caller must (see `lockDirectory`). A commit survives `kill -9`, but maybe not a power
 * cut.
 * @param templates a folder for an initialized database that new ones are copied from
 * @throws NoEmbeddedDatabaseError
 */
export const openEmbeddedDatabase = async (
  directory: string,
  templates?: string,
): Promise<PooledDatabase> => {
  const { PGlite } = await importPglite();
  const create = (place: string) =>
    PGlite.create(place, {
      startParams: embeddedStartParams(PGlite.defaultStartParams),
      initDbStartParams: embeddedInitParams,
    });
  if (!existsSync(join(directory, 'PG_VERSION'))) await makeDatabase(create, directory, templates);
  return createPooledDatabase(await create(directory));
};

/** Imported on demand: a store with a PostgreSQL server runs without it. */
const importPglite = async () => {
  try {
    return await import('@electric-sql/pglite');
  } catch (error) {
    if (errorCode(error) === 'ERR_MODULE_NOT_FOUND') throw new NoEmbeddedDatabaseError(error);
    throw error;
  }
};

/** Puts a `pg` pool in front of a PGlite. Closing the database closes the PGlite. */
export const createPooledDatabase = async (pglite: PGlite): Promise<PooledDatabase> => {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const pool = new pg.Pool({
    ...createPgConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    types: { getTypeParser },
  });
  await pglite.exec(`set ${isolation.name} = '${isolation.value}'`);
  await pglite.exec(enterRelease);
  const database = databaseOver(
    () => pool.connect(),
    async () => {
      await pool.end();
      await pglite.close();
    },
  );
  return { ...database, connections: () => connectionsOf(pool) };
};

/** The final rename means that a killed start leaves no incomplete database. */
const makeDatabase = async (
  create: (place: string) => Promise<PGlite>,
  directory: string,
  templates: string | undefined,
): Promise<void> => {
  const draft = `${directory}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });

  const template = templates && join(templates, `database-${pgliteVersion()}`);
  if (template && existsSync(template)) {
    await cp(template, draft, { recursive: true });
  } else {
    const fresh = await create(draft);
    await fresh.close();
    if (template) await keepAsTemplate(draft, template);
  }
  await rm(directory, { recursive: true, force: true });
  await rename(draft, directory);
};

/** PGlite doesn't export its package.json, which is next to `dist/`. */
const pgliteVersion = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return v.parse(v.object({ version: v.string() }), createRequire(entry)('../package.json')).version;
};

/** A template only saves time, so failing to store one (read-only files, a faster process) isn't an error. */
const keepAsTemplate = async (source: string, template: string): Promise<void> => {
  const draft = `${template}.${process.pid}`;
  try {
    await mkdir(dirname(draft), { recursive: true });
    await cp(source, draft, { recursive: true });
    await rename(draft, template);
  } catch {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
};

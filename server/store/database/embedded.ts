import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import * as v from 'valibot';
import { errorCode } from '../failures.ts';
import { connectionsOf, databaseOver, getTypeParser, isolation, type PooledDatabase } from './database.ts';
import { enterRelease } from './presence.ts';

/** The package of the embedded database is not installed. The message is one line that says what to do. */
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

/**
 * How PGlite starts PostgreSQL. It zeroes its shared buffers at each start: by itself 128 MB, which a database of one process
 * that lies in the system's file cache does not need.
 *
 * @param own PGlite's own parameters
 */
export const embeddedStartParams = (own: readonly string[]): string[] => [
  ...own,
  '-c',
  'shared_buffers=16MB',
];

/** For `initdb`: a log in pieces of 1 MB, as the first one is made, and copied, whole. */
export const embeddedInitParams = ['--wal-segsize=1'];

/**
 * Opens PGlite, PostgreSQL inside this process, behind `pg`'s own pool, which then has one connection.
 * PGlite takes no lock on its directory: the caller holds one (see `lockDirectory`).
 *
 * A commit is in the files when it returns, so it outlives the process (`kill -9`); PGlite does not force it to the
 * disk, so it may not outlive a power cut. What must, belongs into a PostgreSQL server.
 *
 * @param directory where the data lives; made when absent
 * @param templates a folder in which to keep an initialised database, of which new ones are copies
 * @throws NoEmbeddedDatabaseError where PGlite is not installed
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
  return databaseIn(await create(directory));
};

/** Imported when it is wanted: a store on a server does without. */
const importPglite = async () => {
  try {
    return await import('@electric-sql/pglite');
  } catch (error) {
    if (errorCode(error) === 'ERR_MODULE_NOT_FOUND') throw new NoEmbeddedDatabaseError(error);
    throw error;
  }
};

/** Puts `pg`'s pool in front of a PGlite, which is closed with it. */
export const databaseIn = async (pglite: PGlite): Promise<PooledDatabase> => {
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

/**
 * Initialises a database, which takes seconds, or copies one from the templates. Its directory appears whole, by a rename:
 * a start that was killed leaves nothing half-made.
 */
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

/** PGlite does not export its package.json: it lies beside `dist/`, where its entry is. */
const pgliteVersion = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return v.parse(v.object({ version: v.string() }), createRequire(entry)('../package.json')).version;
};

/** A template only saves time: where it cannot be kept (read-only files, another process that was quicker), the start goes on. */
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

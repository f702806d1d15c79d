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

/** Thrown if the embedded database's package isn't installed. The message says on one line what to do. */
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

/** Returns start parameters with 16 MB of shared buffers. PGlite zeroes all 128 MB of the default at each start. */
export const embeddedStartParams = (own: readonly string[]): string[] => [
  ...own,
  '-c',
  'shared_buffers=16MB',
];

/** Options for `initdb`: WAL segments of 1 MB, because the first one is created and copied in full. */
export const embeddedInitParams = ['--wal-segsize=1'];

/**
 * Opens PGlite (PostgreSQL inside this process) behind a `pg` pool with one connection. PGlite doesn't lock its
 * directory, so the caller must (see `lockDirectory`). Commits survive `kill -9`, but may not survive a power
 * failure.
 * @param templates folder that caches an initialized database, to copy new ones from
 * @throws {NoEmbeddedDatabaseError} if the package isn't installed
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

/** Imports PGlite on demand, because a store with a PostgreSQL server doesn't need it. */
const importPglite = async () => {
  try {
    return await import('@electric-sql/pglite');
  } catch (error) {
    if (errorCode(error) === 'ERR_MODULE_NOT_FOUND') throw new NoEmbeddedDatabaseError(error);
    throw error;
  }
};

/** Creates a `pg` pool for a PGlite instance. Closing the database also closes PGlite. */
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

/** Creates a database or copies a template. Renames it at the end, so a killed start leaves no incomplete one. */
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

/** Returns PGlite's version. PGlite doesn't export its package.json, which is next to `dist/`. */
const pgliteVersion = (): string => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return v.parse(v.object({ version: v.string() }), createRequire(entry)('../package.json')).version;
};

/** Stores a template. Ignores errors, such as a read-only folder, because a template only saves time. */
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

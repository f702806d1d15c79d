import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import * as v from 'valibot';
import { type Database, databaseOver, getTypeParser } from './database.ts';

/**
 * Opens PGlite, PostgreSQL inside this process, behind `pg`'s own pool, which then has one connection.
 * PGlite takes no lock on its directory: the caller holds one (see `lockDirectory`).
 *
 * A commit is in the files when it returns, so it outlives the process (`kill -9`); PGlite does not force it to the
 * disk, so it may not outlive a power cut. What must, belongs into a PostgreSQL server.
 *
 * @param directory where the data lives; made when absent
 */
export const openEmbeddedDatabase = async (directory: string): Promise<Database> => {
  await prepareDirectory(directory);
  return databaseIn(await PGlite.create(directory));
};

/** Puts `pg`'s pool in front of a PGlite, which is closed with it. */
export const databaseIn = (pglite: PGlite): Database => {
  const pool = new pg.Pool({
    ...createPgConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    types: { getTypeParser },
  });
  return databaseOver(pool, async () => {
    await pool.end();
    await pglite.close();
  });
};

/**
 * Fills a directory that holds no database yet. Initialising one takes seconds, so the result is kept as a template and
 * copied the next time. The directory appears whole, by a rename: a start that was killed leaves nothing half-made.
 */
const prepareDirectory = async (directory: string): Promise<void> => {
  if (existsSync(join(directory, 'PG_VERSION'))) return;
  const draft = `${directory}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });

  if (existsSync(templateDirectory)) {
    await cp(templateDirectory, draft, { recursive: true });
  } else {
    const fresh = await PGlite.create(draft);
    await fresh.close();
    await keepAsTemplate(draft);
  }
  await rm(directory, { recursive: true, force: true });
  await rename(draft, directory);
};

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

// PGlite does not export its package.json: it lies beside `dist/`, where its entry is.
const pgliteEntry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = v.parse(v.object({ version: v.string() }), createRequire(pgliteEntry)('../package.json'));
const templateDirectory = join(projectRoot, 'node_modules', '.cache', 'coffer', `database-${version}`);

/** A template only saves time: where it cannot be kept (read-only files, another process that was quicker), the start goes on. */
const keepAsTemplate = async (source: string): Promise<void> => {
  const draft = `${templateDirectory}.${process.pid}`;
  try {
    await mkdir(dirname(draft), { recursive: true });
    await cp(source, draft, { recursive: true });
    await rename(draft, templateDirectory);
  } catch {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
};

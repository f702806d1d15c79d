import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '#server/store/database/database.ts';
import { databaseIn, openEmbeddedDatabase } from '#server/store/database/embedded.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { openDatabaseOnServer } from './postgres-database.ts';

const databaseFolder = join('server', 'store', 'database');
/** The SQL, and what applies it. */
const madeFrom = [databaseFolder, ...['migrations', 'functions'].map((name) => join(databaseFolder, name))];
/** Where databases are kept to be copied. */
const cache = join('node_modules', '.cache', 'coffer');

let image: Promise<Blob> | undefined;

/**
 * A database with all migrations applied and no rows: a new one on the server that DATABASE_URL names, or an embedded one in
 * memory. Gone after `close`.
 */
export const openMigratedDatabase = async (): Promise<Database> => {
  const onServer = await openDatabaseOnServer();
  if (onServer === undefined) return openImage();
  await migrate(onServer);
  return onServer;
};

/** Opens an embedded database in a directory, a new one as a copy of one that is kept. */
export const openEmbeddedIn = (directory: string): Promise<Database> =>
  openEmbeddedDatabase(directory, cache);

/** Puts an empty database into a data directory of the store, so that its first start does not take seconds. */
export const makeStoreData = async (dataDirectory: string): Promise<void> => {
  const database = await openEmbeddedIn(join(dataDirectory, 'store', 'postgres'));
  await database.close();
};

/**
 * Initialising and migrating an embedded database is seconds of work, so it is done once: the result is kept as an image,
 * and each database begins as a copy of it.
 */
const openImage = async (): Promise<Database> => {
  image ??= readOrMakeImage();
  return databaseIn(await PGlite.create({ loadDataDir: await image }));
};

const readOrMakeImage = async (): Promise<Blob> => {
  const path = join(cache, `migrated-${await fingerprint()}.tar`);
  const kept = await readFile(path).catch(() => undefined);
  if (kept !== undefined) return new Blob([kept]);
  const made = await makeImage();
  await keep(path, made);
  return made;
};

const makeImage = async (): Promise<Blob> => {
  const pglite = await PGlite.create();
  const database = await databaseIn(pglite);
  try {
    await migrate(database);
    return await pglite.dumpDataDir('none');
  } finally {
    await database.close();
  }
};

/** An image only saves time: where it cannot be kept, the next run makes its own. */
const keep = async (path: string, made: Blob): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(cache, { recursive: true });
    await writeFile(draft, made.stream());
    await rename(draft, path);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
};

/** Of all that an image is made from. */
const fingerprint = async (): Promise<string> => {
  const files = [join('node_modules', '@electric-sql', 'pglite', 'package.json')];
  for (const folder of madeFrom) {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    files.push(...names.sort().map((name) => join(folder, name)));
  }
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};

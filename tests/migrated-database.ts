import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '#server/store/database/database.ts';
import {
  databaseIn,
  embeddedInitParams,
  embeddedStartParams,
  openEmbeddedDatabase,
} from '#server/store/database/embedded.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { openDatabaseOnServer } from './postgres-database.ts';

const databaseFolder = join('server', 'store', 'database');
/** The SQL, and what applies it. */
const madeFrom = [databaseFolder, ...['migrations', 'functions'].map((name) => join(databaseFolder, name))];
/** Where databases are kept to be copied. */
const cache = join('node_modules', '.cache', 'coffer');

const startParams = embeddedStartParams(PGlite.defaultStartParams);

let image: Promise<Image> | undefined;

/** What PGlite reads from a blob, at hand: by itself it is put together of small pieces anew for each database. */
class Image extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: ArrayBuffer) {
    super();
    this.#bytes = bytes;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes);
  }
}

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
  return databaseIn(await PGlite.create({ loadDataDir: await image, startParams }));
};

const readOrMakeImage = async (): Promise<Image> => {
  const path = join(cache, `migrated-${await fingerprint()}.tar`);
  const kept = await readFile(path).catch(() => undefined);
  if (kept !== undefined) return new Image(new Uint8Array(kept).buffer);
  const made = await makeImage();
  await keep(path, made);
  return new Image(await made.arrayBuffer());
};

/** Without PostgreSQL's own two templates of databases, of which no store makes any: each is as large as the database itself. */
const makeImage = async (): Promise<Blob> => {
  const pglite = await PGlite.create({ startParams, initDbStartParams: embeddedInitParams });
  const database = await databaseIn(pglite);
  try {
    await migrate(database);
    await pglite.exec('update pg_database set datistemplate = false');
    for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
    await pglite.exec('checkpoint');
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
  const files = [
    join('node_modules', '@electric-sql', 'pglite', 'package.json'),
    join('tests', 'migrated-database.ts'),
  ];
  for (const folder of madeFrom) {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    files.push(...names.sort().map((name) => join(folder, name)));
  }
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
};

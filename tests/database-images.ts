import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '#server/store/database/database.ts';
import {
  createPooledDatabase,
  embeddedInitParams,
  embeddedStartParams,
} from '#server/store/database/embedded.ts';
import { migrate } from '#server/store/database/migrate.ts';

/** What a copy begins with: nothing, or all migrations applied and no rows. */
export type ImageName = 'empty' | 'migrated';

const databaseFolder = join('server', 'store', 'database');
/** The SQL, and what applies it. */
const madeFrom = [databaseFolder, ...['migrations', 'functions'].map((name) => join(databaseFolder, name))];
/** Where images are kept. */
const cache = join('node_modules', '.cache', 'coffer');

const startParams = embeddedStartParams(PGlite.defaultStartParams);

const images = new Map<ImageName, Promise<Image>>();

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
 * Opens a new embedded database. Initialising and migrating one is seconds of work, so it is done once: the result is kept as
 * an image, and each database begins as a copy of it.
 *
 * @param directory where it lives; absent: in memory
 */
export const openCopy = async (name: ImageName, directory?: string): Promise<Database> => {
  if (directory !== undefined) await mkdir(dirname(directory), { recursive: true });
  const dataDir = directory === undefined ? {} : { dataDir: directory };
  return createPooledDatabase(
    await PGlite.create({ ...dataDir, loadDataDir: await imageOf(name), startParams }),
  );
};

/** Vitest's global setup: creates missing images before the tests, so that no two tests create the same one. */
export default async function makeDatabaseImages(): Promise<void> {
  if (process.env['DATABASE_URL'] !== undefined) return;
  await imageOf('migrated');
  await imageOf('empty');
}

/** What a new PGlite is to load. */
export const imageOf = (name: ImageName): Promise<Image> => {
  const image = images.get(name) ?? readOrMakeImage(name);
  images.set(name, image);
  return image;
};

const readOrMakeImage = async (name: ImageName): Promise<Image> => {
  const path = join(cache, `${name}-${await fingerprint()}.tar`);
  const kept = await readFile(path).catch(() => undefined);
  if (kept !== undefined) return new Image(new Uint8Array(kept).buffer);
  const made = await (name === 'empty' ? makeEmpty() : makeMigrated());
  await keep(path, made);
  return new Image(await made.arrayBuffer());
};

/** Without PostgreSQL's own two templates of databases, of which no store makes any: each is as large as the database itself. */
const makeEmpty = async (): Promise<Blob> => {
  const pglite = await PGlite.create({ startParams, initDbStartParams: embeddedInitParams });
  await pglite.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
  return dump(pglite);
};

const makeMigrated = async (): Promise<Blob> => {
  const pglite = await PGlite.create({ loadDataDir: await imageOf('empty'), startParams });
  await migrate(await createPooledDatabase(pglite));
  return dump(pglite);
};

const dump = async (pglite: PGlite): Promise<Blob> => {
  await pglite.exec('checkpoint');
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  return image;
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
    join('tests', 'database-images.ts'),
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

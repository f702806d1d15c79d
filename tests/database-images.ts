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

export type ImageName = 'empty' | 'migrated';

const databaseFolder = join('server', 'store', 'database');
const madeFrom = [databaseFolder, ...['migrations', 'functions'].map((name) => join(databaseFolder, name))];
const cache = join('node_modules', '.cache', 'coffer');

const startParams = embeddedStartParams(PGlite.defaultStartParams);

const images = new Map<ImageName, Promise<Image>>();

/** Keeps its bytes in memory, because a plain Blob would assemble them again for each database. */
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
 * Opens an embedded database as a copy of a cached image, because creating and migrating a database takes
 * seconds.
 * @param directory the database's directory; in memory if absent
 */
export const openCopy = async (name: ImageName, directory?: string): Promise<Database> => {
  if (directory !== undefined) await mkdir(dirname(directory), { recursive: true });
  const dataDir = directory === undefined ? {} : { dataDir: directory };
  return createPooledDatabase(
    await PGlite.create({ ...dataDir, loadDataDir: await imageOf(name), startParams }),
  );
};

/** Creates missing images in Vitest's global setup, so that tests don't create the same image twice. */
export default async function makeDatabaseImages(): Promise<void> {
  if (process.env['DATABASE_URL'] !== undefined) return;
  await imageOf('migrated');
  await imageOf('empty');
}

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

/** Creates an image without PostgreSQL's template databases, which are large and which no store needs. */
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

/** Writes an image to the cache. If that fails, the next run creates the image again. */
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

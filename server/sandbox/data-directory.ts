import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectoryInUseError, lockDirectory } from '#server/store/directory-lock.ts';
import { undefinedIfMissing, writeFileDurably } from './durable/write-file.ts';
import { StartError } from './start-error.ts';

/** Says that a directory is ours: nothing is written to, or deleted from, a directory without it. */
const MARKER = '.coffer-data';
const MARKER_TEXT = 'Data of the Coffer sandbox. `npm start -- --fresh` empties this directory.\n';

/** Everything the sandbox keeps, and so everything that `--fresh` deletes. */
const KEPT = {
  pool: 'user-pool',
  store: 'store',
  gateway: 'gateway',
  securityKey: 'gateway-security-key',
  storeLog: 'store.log',
} as const;

export type DataPaths = Readonly<Record<keyof typeof KEPT, string>>;

export interface DataDirectory {
  readonly paths: DataPaths;
  /** Lets another process have the directory. */
  release(): Promise<void>;
}

/**
 * Makes the directory ours and takes its lock; `fresh` then empties it.
 *
 * @throws StartError when another process has it, or when it holds files and is not one of ours.
 */
export async function openDataDirectory(dataDir: string, fresh: boolean): Promise<DataDirectory> {
  await claim(dataDir);
  const lock = await lockDirectory(dataDir).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new StartError(`${error.message} End that one, or set DATA_DIR to another directory.`);
  });
  const path = (name: string) => join(dataDir, name);
  if (fresh) {
    await Promise.all(Object.values(KEPT).map((name) => rm(path(name), { recursive: true, force: true })));
  }
  return {
    paths: {
      pool: path(KEPT.pool),
      store: path(KEPT.store),
      gateway: path(KEPT.gateway),
      securityKey: path(KEPT.securityKey),
      storeLog: path(KEPT.storeLog),
    },
    release: () => lock.release(),
  };
}

async function claim(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const names = await readdir(dataDir);
    if (names.includes(MARKER)) return;
    if (names.length === 0) {
      await writeFile(join(dataDir, MARKER), MARKER_TEXT);
      return;
    }
  } catch (error) {
    throw new StartError(`${dataDir} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
  throw new StartError(`${dataDir} holds files that are not Coffer's. Set DATA_DIR to another directory.`);
}

/** The gateway's security key: made at the first start, then read. */
export async function loadOrCreateSecret(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (kept) return kept;
  const secret = randomBytes(24).toString('base64url');
  await writeFileDurably(path, secret);
  return secret;
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { undefinedIfMissing, writeFileDurably } from '#local-services/state-file.ts';
import { DirectoryInUseError, lockDirectory } from '#server/store/database/directory-lock.ts';
import { StartError } from './options.ts';

/** Marks a directory as ours. We never write or delete files in a non-empty directory without this file. */
const marker = '.coffer-data';
/** Files that only earlier gateway versions wrote. */
const oldFiles = ['sales.jsonl', 'transactions.json'];
/** Maximum length of a Unix socket's path on macOS, in bytes. Linux allows 107. */
const longestSocketPath = 103;
const markerText = 'Data of the Coffer local services. `npm start -- --fresh` empties this directory.\n';

/** Returns the path of the `coffer` command's socket in a data directory. Undefined if it is too long. */
export const cofferSocketIn = (dataDir: string): string | undefined => {
  const path = join(dataDir, 'coffer.sock');
  return [path, relative('', path)].find((one) => Buffer.byteLength(one) <= longestSocketPath);
};

/**
 * Claims and locks the data directory, and empties it if `fresh` is set.
 * @throws {StartError} if another process uses it, its path is too long, or its files aren't from this version
 */
export const openDataDirectory = async (dataDir: string, fresh: boolean) => {
  if (cofferSocketIn(dataDir) === undefined)
    throw new StartError(`${dataDir} is too long for a socket's path. Set DATA_DIR to a shorter one.`);
  await claimDirectory(dataDir);
  const lock = await lockDirectory(dataDir).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new StartError(`${error.message} End that one, or set DATA_DIR to another directory.`);
  });
  // These are all the files of the local services, which `--fresh` deletes.
  const paths = {
    pool: join(dataDir, 'user-pool'),
    store: join(dataDir, 'store'),
    gateway: join(dataDir, 'gateway'),
    securityKey: join(dataDir, 'gateway-security-key'),
    storeLog: join(dataDir, 'store.log'),
  };
  if (fresh)
    await Promise.all(Object.values(paths).map((path) => rm(path, { recursive: true, force: true })));
  else if (oldFiles.some((name) => existsSync(join(paths.gateway, name)))) {
    await lock.release();
    throw new StartError(`${dataDir} has an older version's data. Start over with: npm start -- --fresh`);
  }
  return { paths, release: () => lock.release() };
};

const claimDirectory = async (dataDir: string): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const names = await readdir(dataDir);
    if (names.includes(marker)) return;
    if (names.length === 0) {
      await writeFile(join(dataDir, marker), markerText);
      return;
    }
  } catch (error) {
    throw new StartError(`${dataDir} cannot be used: ${error instanceof Error ? error.message : error}`);
  }
  throw new StartError(`${dataDir} holds files that are not Coffer's. Set DATA_DIR to another directory.`);
};

/** Returns the gateway's security key. Creates it at the first start. */
export const loadOrCreateSecret = async (path: string): Promise<string> => {
  const kept = await readFile(path, 'utf8').catch(undefinedIfMissing);
  if (kept) return kept;
  const secret = randomBytes(24).toString('base64url');
  await writeFileDurably(path, secret);
  return secret;
};

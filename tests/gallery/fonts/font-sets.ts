import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontconfig } from '#tests/browser/chromium/fontconfig.ts';

export interface FontSet {
  readonly name: string;
  readonly packages: readonly string[];
}

export const fontSets: readonly FontSet[] = [
  { name: 'fonts-liberation', packages: ['fonts-liberation'] },
  { name: 'fonts-dejavu', packages: ['fonts-dejavu-core', 'fonts-dejavu-extra'] },
  { name: 'fonts-noto', packages: ['fonts-noto-core', 'fonts-noto-mono'] },
  { name: 'none', packages: [] },
];

/** Downloads and unpacks a package once. Returns its folder. @throws {Error} with the manual command */
const unpacked = async (packageName: string, cache: string): Promise<string> => {
  const downloads = join(cache, 'downloads', packageName);
  const contents = join(cache, 'packages', packageName);
  if (await isFilled(contents)) return contents;
  await mkdir(downloads, { recursive: true });
  await mkdir(contents, { recursive: true });
  await runToEnd('apt-get', ['download', '-qq', packageName], { cwd: downloads });
  const file = (await readdir(downloads)).find((name) => name.endsWith('.deb'));
  const isDone =
    file !== undefined && (await runToEnd('dpkg', ['-x', join(downloads, file), contents], {})) === 0;
  if (isDone) return contents;
  throw new Error(
    `No fonts of ${packageName}: unpack that Debian package into ${contents} (on Debian: apt-get update; apt-get download ${packageName}; dpkg -x ${packageName}_*.deb ${contents}).`,
  );
};

const isFilled = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length > 0,
    () => false,
  );

export const writeFontconfig = async (
  { name, packages }: FontSet,
  cache: string,
  folder: string,
): Promise<string> => {
  const folders = [];
  for (const packageName of packages) folders.push(await unpacked(packageName, cache));
  const path = join(folder, `${name}.conf`);
  await writeFile(path, fontconfig({ folders, cache: join(folder, `${name}-cache`) }));
  return path;
};

/** Runs a program in this terminal. Resolves with its exit code, or null if it can't start. */
export const runToEnd = (
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });

import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontconfig } from '#tests/browser/chromium/fontconfig.ts';

/** The fonts that one machine has installed. */
export interface FontSet {
  readonly name: string;
  /** The Debian packages that bring them. */
  readonly packages: readonly string[];
}

export const fontSets: readonly FontSet[] = [
  { name: 'fonts-liberation', packages: ['fonts-liberation'] },
  { name: 'fonts-dejavu', packages: ['fonts-dejavu-core', 'fonts-dejavu-extra'] },
  { name: 'fonts-noto', packages: ['fonts-noto-core', 'fonts-noto-mono'] },
  { name: 'none', packages: [] },
];

/**
 * The folder with what a Debian package holds, downloaded when it is not there yet. Nothing is installed.
 *
 * @throws Error that says in one line how to get it by hand
 */
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

/** Writes the fontconfig of a machine that has these fonts and no others; answers with its path. */
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

/** Runs a program with its output on this terminal; resolves with its exit code, and with none if there is no such program. */
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

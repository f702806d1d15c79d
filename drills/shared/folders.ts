import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DisposableStack } from '#local-services/disposable-stack.ts';

export const makeFolder = async (disposables: DisposableStack, name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `coffer-${name}-`));
  disposables.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Copies the files that git tracks or would add. */
export const copyRepository = async (folder: string): Promise<void> => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
  });
  for (const file of new Set(listed.split('\0').filter((name) => name !== ''))) {
    const copy = join(folder, file);
    await mkdir(dirname(copy), { recursive: true });
    // Ignore missing files, because git also lists files whose deletion isn't committed.
    await cp(file, copy).catch(() => undefined);
  }
};

/** Replaces each key. @throws {Error} if the text lacks a key: the file has changed, so update the drill */
export const replaceAll = (text: string, replacements: Readonly<Record<string, string>>): string => {
  let replaced = text;
  for (const [from, to] of Object.entries(replacements)) {
    if (!replaced.includes(from)) throw new Error(`The file has nothing that reads: ${from}`);
    replaced = replaced.replaceAll(from, to);
  }
  return replaced;
};

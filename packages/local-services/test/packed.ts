import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { makeDirectory } from './serving.ts';

const run = promisify(execFile);

/** Packs the package in `folder`, and installs its tarball and `others` in an empty directory. Returns the directory. */
export const installPacked = async (
  folder: string,
  others: readonly string[] = [],
  onFinished?: (undo: () => Promise<void>) => void,
): Promise<string> => {
  const directory = await makeDirectory(onFinished);
  await run('npm', ['pack', '--pack-destination', directory], { cwd: folder });
  const tarball = (await readdir(directory)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(directory, 'package.json'), '{"private":true,"type":"module"}');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, `./${tarball}`, ...others], { cwd: directory });
  return directory;
};

/** Compiles a module that uses the package in `directory`. @throws {Error} if the module doesn't compile. */
export const compileUse = async (directory: string, source: string, ...flags: string[]): Promise<void> => {
  await writeFile(join(directory, 'use.ts'), source);
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
  const all = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', ...flags, 'use.ts'];
  await run(process.execPath, [compiler, ...all], { cwd: directory });
};

/**
 * Starts an installed program and stops it when the test ends. Resolves with its output up to the first line
 * that contains `last`.
 */
export const startInstalled = async (
  directory: string,
  name: string,
  args: readonly string[],
  last: string,
) => {
  const program = spawn(join(directory, 'node_modules/.bin', name), args, {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const exited = once(program, 'exit');
    if (program.kill()) await exited;
  });
  let printed = '';
  for await (const line of createInterface(program.stdout)) {
    printed += `${line}\n`;
    if (line.includes(last)) return printed;
  }
  throw new Error(`${name} ended early: ${printed}`);
};

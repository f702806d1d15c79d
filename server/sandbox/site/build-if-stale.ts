import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Closers } from '../closers.ts';
import { StartError } from '../start-error.ts';

/** What the build is made from, relative to the repository. What is not there is not missed. */
const SOURCES = [
  'src',
  'content',
  'machines',
  'public',
  'build',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];
const BUILD_SCRIPT = fileURLToPath(new URL('./build-process.ts', import.meta.url));

/**
 * Builds the app into `dist` unless the last build saw exactly these sources, in a process of its own. The build's
 * output is only shown when it fails.
 *
 * @throws StartError with that output.
 */
export async function buildIfStale(root: string, closers: Closers): Promise<void> {
  const stamp = join(root, 'dist', '.sources');
  const fingerprint = await fingerprintOf(root);
  const built = await readFile(stamp, 'utf8').catch(() => '');
  if (built === fingerprint) return;
  await build(root, closers);
  await writeFile(stamp, fingerprint);
}

function build(root: string, closers: Closers): Promise<void> {
  const child = fork(BUILD_SCRIPT, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  closers.add(() => void child.kill());
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartError(`The app could not be built.\n${Buffer.concat(output)}`));
    });
  });
}

/** Every source's path, size and time of change. Generated files are the build's own doing and don't count. */
async function fingerprintOf(root: string): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => filesIn(root, source)))).flat();
  const facts = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(join(root, file));
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
  return createHash('sha256').update(facts.sort().join('\n')).digest('hex');
}

async function filesIn(root: string, source: string): Promise<string[]> {
  const found = await stat(join(root, source)).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile()) return [source];
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.gen\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What the build is made from, relative to the repository. What is not there is not missed. */
const sources = [
  'src',
  'content',
  'contract',
  'machines',
  'public',
  'build',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

/** Beside what was built: a build that begins empties its folder, and so takes back what the last one said. */
const stampIn = (outDir: string) => join(outDir, '.sources');

/** The fingerprint of the sources that the build in this folder was made from; undefined without a whole build. */
export const sourcesOfBuild = async (outDir: string): Promise<string | undefined> =>
  readFile(stampIn(outDir), 'utf8').catch(() => undefined);

/** Every source's path, size and time of change. Generated files are the build's own doing and don't count. */
export const fingerprintOfSources = async (root: string): Promise<string> => {
  const files = (await Promise.all(sources.map((source) => filesIn(root, source)))).flat();
  const facts = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(join(root, file));
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
  return createHash('sha256').update(facts.sort().join('\n')).digest('hex');
};

const filesIn = async (root: string, source: string): Promise<string[]> => {
  const found = await stat(join(root, source)).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile()) return [source];
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.gen\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
};

/**
 * Leaves in the build which sources it was made from, whoever built it: `npm start` and the tests then know that they
 * need no other one. It takes them down before the build reads the first: a change made meanwhile makes it stale.
 */
export const stampSources = (): Plugin => {
  let root = '';
  let outDir = '';
  let fingerprint: string | undefined;
  return {
    name: 'stamp-sources',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    async buildStart() {
      fingerprint = await fingerprintOfSources(root);
    },
    // After all that is written, and not at all when something failed.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (fingerprint !== undefined) await writeFile(stampIn(outDir), fingerprint);
      },
    },
  };
};

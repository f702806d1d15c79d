import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What the build is made from, relative to the repository. A file or folder may be missing. */
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

/** The stamp lies in the build's folder, which each build empties first, so that it never outlives its build. */
const stampFileIn = (outDir: string) => join(outDir, '.sources');

/** The fingerprint of the sources that the build in this folder was made from; undefined without a whole build. */
export const sourcesOfBuild = async (outDir: string): Promise<string | undefined> =>
  readFile(stampFileIn(outDir), 'utf8').catch(() => undefined);

/** Has the next `npm start` or test build again, as after a stamp: pages with a deploy's configuration are not for local use. */
export const forgetSources = (site: string): Promise<void> => rm(stampFileIn(site), { force: true });

/** Every source's path, size and time of change. Generated files don't count: the build itself writes them. */
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
 * Writes into the build the fingerprint of its sources, by which `npm start` and the tests know whether they need a new
 * one. It is taken before the build reads the first source, so that a change during the build makes it stale.
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
    // The last to write, so that a failed build has no stamp.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (fingerprint !== undefined) await writeFile(stampFileIn(outDir), fingerprint);
      },
    },
  };
};

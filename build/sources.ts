import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The build's inputs, relative to the repository. A file or folder may be missing. */
const sources =
  'src contract machines public build index.html vite.config.ts package-lock.json tsconfig.json'.split(' ');

/** Each build empties its folder first, so the fingerprint never outlives its build. */
const stampFileIn = (outDir: string) => join(outDir, '.sources');

/** The fingerprint of the sources of the build in this folder; undefined without a complete build. */
export const sourcesOfBuild = async (outDir: string): Promise<string | undefined> =>
  readFile(stampFileIn(outDir), 'utf8').catch(() => undefined);

/** Forces the next `npm start` or test to rebuild, because a stamped site has a deploy's configuration. */
export const forgetSources = (site: string): Promise<void> => rm(stampFileIn(site), { force: true });

/** The path, size and modification time of each source, without the files that the build generates. */
export const fingerprintOfSources = async (root: string): Promise<string> => {
  const facts: string[] = [];
  for (const source of sources) {
    const names = await readdir(join(root, source), { recursive: true }).catch(() => ['']);
    for (const file of names.map((name) => join(source, name))) {
      const found = await stat(join(root, file)).catch(() => undefined);
      if (found?.isFile() && !file.endsWith('.gen.ts')) facts.push(`${file} ${found.size} ${found.mtimeMs}`);
    }
  }
  return createHash('sha256').update(facts.sort().join('\n')).digest('hex');
};

/** Taken before the build reads a source, so that changes during the build make it stale. */
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
    // Runs last, so that a failed build has no stamp.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (fingerprint !== undefined) await writeFile(stampFileIn(outDir), fingerprint);
      },
    },
  };
};

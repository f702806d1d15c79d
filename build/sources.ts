import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** The build's inputs, relative to the repository. Some can be missing. */
const sources =
  'src contract machines public build index.html vite.config.ts package-lock.json tsconfig.json'.split(' ');

/** Returns the fingerprint's path. Each build empties its folder first, so the fingerprint never outlives its build. */
const stampFileIn = (outDir: string) => join(outDir, '.sources');

/** Returns the fingerprint of the sources that a folder was built from, or undefined without a complete build. */
export const sourcesOfBuild = async (outDir: string): Promise<string | undefined> =>
  readFile(stampFileIn(outDir), 'utf8').catch(() => undefined);

/** Forces the next `npm start` or test to rebuild, because a stamped site has a deploy's configuration. */
export const forgetSources = (site: string): Promise<void> => rm(stampFileIn(site), { force: true });

/** Hashes the path, size and modification time of each source, except generated files. */
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

/** Creates a plugin that fingerprints the sources before a build, so that changes during the build make it stale. */
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
    // This handler runs last, so a failed build has no fingerprint.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (fingerprint !== undefined) await writeFile(stampFileIn(outDir), fingerprint);
      },
    },
  };
};

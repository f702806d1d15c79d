import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { fingerprintOfSources, stampBuild } from './sources.ts';

/**
 * Leaves in the build which sources it was made from, whoever built it: `npm start` and the tests then know that they
 * need no other one. It takes them down before the build reads the first: a change made meanwhile makes it stale.
 */
export function stampSources(): Plugin {
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
        if (fingerprint !== undefined) await stampBuild(outDir, fingerprint);
      },
    },
  };
}

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const importChunk = fileURLToPath(new URL('../src/chunks/import-chunk.ts', import.meta.url));

/** Makes each `import()` of the built site await its files, replacing Vite's preload helper. */
export const chunkImports = (): Plugin => ({
  name: 'chunk-imports',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // Vite's default lists no files if there is only one.
        resolveDependencies: (file, files, { hostType }) =>
          hostType === 'js' ? [...new Set([file, ...files])] : files,
      },
    },
  }),
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { importChunk as __vitePreload } from ${JSON.stringify(importChunk)};`,
  },
});

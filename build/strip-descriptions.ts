import type { Plugin } from 'vite';

const description = /\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:\s*,)?/g;

/** Returns a machine's source without its descriptions. Keeps line breaks, so that line numbers stay the same. */
export const withoutDescriptions = (source: string): string =>
  source.replaceAll(description, (text) => text.replaceAll(/[^\n]/g, ''));

/** Creates a plugin that removes the machines' descriptions, which would add a kilobyte to the first page. */
export const stripDescriptions = (): Plugin => ({
  name: 'strip-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/([\w-]+\/)?[\w-]+\.ts$/ },
    handler: (source) => ({ code: withoutDescriptions(source), map: null }),
  },
});

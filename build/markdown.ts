import type { Plugin } from 'vite';
import { compileMarkdown } from './markdown-module.ts';

/** Makes a module of React nodes of each `.md` file that is imported. See compileMarkdown for what it exports. */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    enforce: 'pre',
    transform: {
      filter: { id: /\.md$/ },
      handler(text, id) {
        try {
          return { code: compileMarkdown(text), map: null, moduleType: 'js' };
        } catch (error) {
          this.error(`${id}: ${error instanceof Error ? error.message : error}`);
        }
      },
    },
  };
}

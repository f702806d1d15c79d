import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { brotli } from './brotli.ts';
import { firstLoadOf } from './first-load.ts';

export interface FirstLoadBudgetOptions {
  /** The page, for the report. */
  readonly page: string;
  /** The files of the page's routes whose code is split off, relative to the project. */
  readonly routes: readonly string[];
  /** The most that the page's scripts may weigh, in bytes of brotli at its best quality. */
  readonly limit: number;
}

const inBytes = new Intl.NumberFormat('en-US');

/** Fails the build when a page's first load of scripts outgrows its budget, with a table that says what weighs how much. */
export function firstLoadBudget({ page, routes, limit }: FirstLoadBudgetOptions): Plugin {
  let root = '';
  return {
    name: 'first-load-budget',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const sources = routes.map((route) => resolve(root, route));
      const weighed = await Promise.all(
        firstLoadOf(chunks, sources).map(async ({ fileName, code }) => ({
          fileName,
          bytes: (await brotli(code)).length,
        })),
      );
      const total = weighed.reduce((sum, { bytes }) => sum + bytes, 0);
      const line = `First load of ${page}: ${inBytes.format(total)} bytes of JavaScript (brotli) in ${weighed.length} files, ${inBytes.format(limit)} allowed`;
      if (total <= limit) {
        this.info(line);
        return;
      }
      const rows = weighed
        .sort((a, b) => b.bytes - a.bytes)
        .map(({ fileName, bytes }) => `${inBytes.format(bytes).padStart(10)}  ${fileName}`);
      this.error([line, ...rows].join('\n'));
    },
  };
}

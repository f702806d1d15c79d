import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { bytesSent } from './brotli.ts';
import { firstLoadOf } from './first-load.ts';

/** The most that a kind of file may weigh as it is sent: in bytes of brotli at its best quality, small files as they are. */
export interface Limits {
  readonly script: number;
  readonly style: number;
}

export interface FirstLoadBudgetOptions {
  /** The page, for the report. */
  readonly page: string;
  /** The files of the page's routes whose code is split off, relative to the project. */
  readonly routes: readonly string[];
  readonly limits: Limits;
}

interface File {
  readonly fileName: string;
  readonly content: string | Uint8Array;
}

const inBytes = new Intl.NumberFormat('en-US');

/**
 * Fails the build when a page's first load of scripts or styles outgrows its budget, with a table that says what weighs
 * how much.
 */
export function firstLoadBudget({ page, routes, limits }: FirstLoadBudgetOptions): Plugin {
  let root = '';
  return {
    name: 'first-load-budget',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const assets = outputs
        .filter((output) => output.type === 'asset')
        .map(({ fileName, source }) => ({ fileName, content: source }));
      const chunks = firstLoadOf(
        outputs.filter((output) => output.type === 'chunk'),
        routes.map((route) => resolve(root, route)),
      );
      const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
      const loaded: Readonly<Record<keyof Limits, readonly File[]>> = {
        // A script that is no chunk is one that every page runs before its first paint.
        script: [
          ...chunks.map(({ fileName, code }) => ({ fileName, content: code })),
          ...assets.filter(({ fileName }) => fileName.endsWith('.js')),
        ],
        style: assets.filter(({ fileName }) => styles.has(fileName)),
      };
      for (const [kind, files] of Object.entries(loaded)) {
        const limit = kind === 'script' ? limits.script : limits.style;
        const weighed = await Promise.all(
          files.map(async ({ fileName, content }) => ({ fileName, bytes: await bytesSent(content) })),
        );
        const total = weighed.reduce((sum, { bytes }) => sum + bytes, 0);
        const line = `First load of ${page}: ${inBytes.format(total)} bytes of ${kind}s (brotli) in ${weighed.length} files, ${inBytes.format(limit)} allowed`;
        const rows = weighed
          .sort((a, b) => b.bytes - a.bytes)
          .map(({ fileName, bytes }) => `${inBytes.format(bytes).padStart(10)}  ${fileName}`);
        if (total <= limit) this.info(line);
        else this.error([line, ...rows].join('\n'));
      }
    },
  };
}

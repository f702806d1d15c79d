import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { RenderedPage, SiteFacts } from '../../src/prerender/render-page.tsx';
import type { Page } from './pages.ts';

export const defaultFacts: SiteFacts = {
  productName: 'Credits',
  hostedSignIn: false,
  passkeys: true,
  support: null,
  creditsMeaning: null,
  selfRefundDays: 14,
};

const run = promisify(execFile);
const folder = '.prerender';

export const buildRenderer = async (root: string): Promise<void> => {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: 'src/prerender/main.ts', outDir: folder, emptyOutDir: true, copyPublicDir: false },
  });
};

/** Renders the pages that can be prerendered, using the program from `buildRenderer`. Returns them by file. */
export const renderPages = async (
  root: string,
  pages: readonly Page[],
  facts: SiteFacts,
): Promise<ReadonlyMap<string, RenderedPage>> => {
  const wanted = pages.filter(({ visitor }) => visitor !== null);
  const order = { facts, pages: wanted.map(({ path, visitor }) => ({ path, visitor })) };
  const { stdout } = await run(process.execPath, [join(root, folder, 'main.js'), JSON.stringify(order)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const rendered: readonly RenderedPage[] = JSON.parse(stdout);
  return new Map(
    wanted.flatMap(({ file }, place) => {
      const page = rendered[place];
      return page === undefined ? [] : [[file, page]];
    }),
  );
};

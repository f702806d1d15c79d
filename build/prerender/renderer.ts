import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { Page } from './pages.ts';

/** What the pages show of one deploy's configuration. */
export interface SiteFacts {
  /** What the credits are called. */
  readonly productName: string;
  /** Whether the sign-in offers the hosted pages. */
  readonly hostedSignIn: boolean;
  /** Where customers get help: an email address or an https URL; null where the deploy names none. */
  readonly support: string | null;
}

/** The pages of a deploy that says nothing of its own. */
export const defaultFacts: SiteFacts = { productName: 'Credits', hostedSignIn: false, support: null };

/** A page as the app renders it: its title, and what stands in the app's element. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
}

const run = promisify(execFile);

/** Where the app lies as a program that renders its own pages. */
const folder = '.prerender';

/** Builds the program that renders the app's pages. */
export const buildRenderer = async (root: string): Promise<void> => {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: 'src/prerender/main.ts', outDir: folder, emptyOutDir: true, copyPublicDir: false },
  });
};

/**
 * Renders those of the pages that can be rendered before a browser is there, by their files, with the program that
 * `buildRenderer` made last.
 */
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

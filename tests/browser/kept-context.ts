import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openEmptyPage } from './stored-session.ts';

/** Maximum tests per context, because a context replays all its clock changes in each new document. */
const testsOfContext = 12;

export interface ContextKind {
  readonly app: string;
  /** The `test.use` options. Each combination needs a separate context. */
  readonly options: object;
  readonly clock: boolean;
}

/** A browser context that a worker reuses for several tests, and resets after each. */
export type KeptContext = ReturnType<typeof keptContextIn>;

interface Kept {
  readonly key: string;
  readonly context: BrowserContext;
  /** An empty page on the app's origin. It keeps the renderer process with the compiled code alive. */
  readonly anchor: Page;
  readonly clock: boolean;
  tests: number;
}

const anchors = new WeakSet<Page>();

export const pagesOf = (context: BrowserContext): Page[] =>
  context.pages().filter((page) => !anchors.has(page));

const listenedFor = ['console', 'dialog', 'page', 'request', 'response', 'weberror'] as const;

/** Reuses a context, because compiling the app in a new context takes longer than most tests. */
export const keptContextIn = (browser: Browser) => {
  let kept: Kept | undefined;

  const discard = async () => {
    await kept?.context.close();
    kept = undefined;
  };

  const create = async (key: string, { app, clock }: ContextKind): Promise<Kept> => {
    const context = await browser.newContext();
    if (clock) await context.clock.install();
    const anchor = await context.newPage();
    anchors.add(anchor);
    await openEmptyPage(anchor, app);
    return { key, context, anchor, clock, tests: 0 };
  };

  return {
    async take(kind: ContextKind): Promise<BrowserContext> {
      const key = JSON.stringify(kind);
      if (kept !== undefined && kept.key !== key) await discard();
      kept ??= await create(key, kind);
      if (kind.clock) await kept.context.clock.install();
      return kept.context;
    },
    async putBack(): Promise<void> {
      if (kept === undefined) return;
      const { context, anchor, clock } = kept;
      kept.tests += 1;
      for (const event of listenedFor) context.removeAllListeners(event);
      await Promise.all(pagesOf(context).map((page) => page.close()));
      if (kept.tests === testsOfContext || (!clock && !(await hasOwnClock(anchor)))) return discard();
      if (clock) await context.clock.resume();
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      await anchor.evaluate(() => localStorage.clear());
    },
    async clearCache(): Promise<void> {
      if (kept !== undefined) await clearCacheOf(kept.anchor);
    },
  };
};

/** Returns whether the page uses the real clock. Playwright can't uninstall a fake clock. */
const hasOwnClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'));

const clearCacheOf = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};

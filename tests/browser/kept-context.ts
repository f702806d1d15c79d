import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openEmptyPage } from './stored-session.ts';

/** A context replays every clock change in each new document, so we replace it now and then. */
const testsOfContext = 12;

export interface ContextKind {
  readonly app: string;
  /** The `test.use` options in which contexts differ. */
  readonly options: object;
  readonly clock: boolean;
}

/** A context that a worker reuses for several tests. Each finds it as if it were new. */
export type KeptContext = ReturnType<typeof keptContextIn>;

interface Kept {
  readonly key: string;
  readonly context: BrowserContext;
  /** A page without the app, on its origin. It keeps alive the process that has compiled the app's code. */
  readonly anchor: Page;
  readonly clock: boolean;
  tests: number;
}

const anchors = new WeakSet<Page>();

export const pagesOf = (context: BrowserContext): Page[] =>
  context.pages().filter((page) => !anchors.has(page));

const listenedFor = ['console', 'dialog', 'page', 'request', 'response', 'weberror'] as const;

/** A new context costs more than most tests: it starts a process that has not compiled the app's code. */
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

/** Whether this page uses the machine's clock. Playwright can't uninstall a fake one. */
const hasOwnClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'));

const clearCacheOf = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};

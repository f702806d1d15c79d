import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openEmptyPage } from './stored-session.ts';

/** A context remembers whatever was done to its clock, and tells each new document of it: it is replaced now and then. */
const testsOfContext = 12;

/** What a context is made with beyond the configuration of the run. */
export interface ContextKind {
  readonly app: string;
  /** The options of `test.use` by which contexts differ. */
  readonly options: object;
  /** Whether its pages' clock is installed. */
  readonly clock: boolean;
}

/** A context that a worker hands from test to test, each of which finds it as if it were new. */
export interface KeptContext {
  /** The context for the next test: the kept one where it is of this kind. */
  take(kind: ContextKind): Promise<BrowserContext>;
  /** Has what is asked for come from its server again. */
  clearCache(): Promise<void>;
  /** Takes back from the context what its test has left there. */
  putBack(): Promise<void>;
}

interface Kept {
  readonly key: string;
  readonly context: BrowserContext;
  /** Stays on the app's origin without the app: it keeps alive the process that has compiled the app's code. */
  readonly anchor: Page;
  readonly clock: boolean;
  tests: number;
}

const anchors = new WeakSet<Page>();

/** The pages that a test has opened in its context. */
export const pagesOf = (context: BrowserContext): Page[] =>
  context.pages().filter((page) => !anchors.has(page));

/** What tests listen for at a context. */
const listenedFor = ['console', 'dialog', 'page', 'request', 'response', 'weberror'] as const;

/**
 * Keeps one context of this browser. A context of its own costs a test more than most of what it does: a process to start,
 * in which no code of the app's is compiled yet.
 */
export const keptContextIn = (browser: Browser): KeptContext => {
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
    async take(kind) {
      const key = JSON.stringify(kind);
      if (kept !== undefined && kept.key !== key) await discard();
      kept ??= await create(key, kind);
      if (kind.clock) await kept.context.clock.install();
      return kept.context;
    },
    async putBack() {
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
    async clearCache() {
      if (kept !== undefined) await clearCacheOf(kept.anchor);
    },
  };
};

/** Whether the machine's clock is this page's. An installed one can't be taken away again. */
const hasOwnClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => Function.prototype.toString.call(Date).includes('[native code]'));

const clearCacheOf = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
};

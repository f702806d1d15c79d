import type { Page, Request } from '@playwright/test';

const quietMs = 500;
const limitMs = 30_000;

interface Traffic {
  readonly underWay: Set<Request>;
  /** Time of the last request's start or finish, from `performance.now()`. */
  changedAt: number;
}

const trafficOf = new WeakMap<Page, Traffic>();

/** Tracks the page's requests. Call it before opening the page. */
export const watchNetwork = (page: Page): void => {
  const traffic: Traffic = { underWay: new Set(), changedAt: performance.now() };
  trafficOf.set(page, traffic);
  const noted = (change: (request: Request) => void) => (request: Request) => {
    change(request);
    traffic.changedAt = performance.now();
  };
  page.on(
    'request',
    noted((request) => traffic.underWay.add(request)),
  );
  const end = noted((request) => traffic.underWay.delete(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
};

/**
 * Waits until a watched page has sent no requests for 500 ms. Playwright's `networkidle` may never occur if
 * headers move the page to another process while it loads.
 *
 * @throws {Error} with the pending requests after 30 seconds
 */
export const networkQuiet = async (page: Page): Promise<void> => {
  const traffic = trafficOf.get(page);
  if (traffic === undefined) throw new Error('The network of this page is not watched');
  const begun = performance.now();
  for (;;) {
    const now = performance.now();
    const waitMs = traffic.underWay.size > 0 ? quietMs / 10 : traffic.changedAt + quietMs - now;
    if (waitMs <= 0) return;
    if (now - begun > limitMs)
      throw new Error(
        `The page does not come to rest: ${Array.from(traffic.underWay, (request) => request.url()).join(', ')}`,
      );
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
};

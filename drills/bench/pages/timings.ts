import type { Page } from '@playwright/test';
import { networkQuiet } from '#tests/browser/network-quiet.ts';

/** Times in ms since the navigation started. A time that the browser didn't report is NaN. */
export type Timings = Awaited<ReturnType<typeof readTimings>>;

/** Reads the browser's performance timeline, so that no script runs in the page while it loads. */
export const readTimings = (page: Page) =>
  page.evaluate(() => {
    const types = ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'];
    const [paints = [], largest = [], shifted = [], longTasks = []] = types.map((type) => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type, buffered: true });
      return observer.takeRecords();
    });
    const shifts = shifted.map((entry): { value: number; hadRecentInput: boolean } => entry.toJSON());
    const shift = shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
    return {
      firstPaint: paints.at(-1)?.startTime ?? Number.NaN,
      largestPaint: largest.at(-1)?.startTime ?? Number.NaN,
      /** Round to thousandths, because smaller shifts come from a font that replaces its fallback. */
      layoutShift: Number(shift.toFixed(3)),
      /** Tasks longer than 50 ms. */
      longTasks: longTasks.map(({ startTime, duration }) => ({ startTime, duration })),
      /** When the navigation started, in ms since the epoch. */
      timeOrigin: performance.timeOrigin,
    };
  });

/** Waits until the page has painted, its network is quiet, and it has had time to report its last paint. */
export const pageSettles = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
    undefined,
    { polling: 100 },
  );
  await networkQuiet(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
};

/** Waits until a page's network is quiet and its main thread is idle. */
export const pageRests = async (page: Page): Promise<void> => {
  await networkQuiet(page);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
};

/** Resolves with the time of the frame that shows the first ledger row, in ms since the navigation started. */
export const firstRow = async (page: Page): Promise<number> => {
  const found = await page.waitForFunction(
    () => document.querySelector('tbody button[aria-haspopup]') !== null && performance.now(),
  );
  return Number(await found.jsonValue());
};

/** Presses "Show password" every 30 ms. Resolves with the time of the first press that worked, in ms. */
export const firstWorkingPress = async (page: Page): Promise<number> => {
  const found = await page.waitForFunction(
    async () => {
      const toggle = document.querySelector<HTMLElement>('button[aria-label="Show password"]');
      const field = toggle?.closest('form')?.querySelector<HTMLInputElement>('input[type="password"]');
      if (!toggle || !field) return false;
      const pressedAt = performance.now();
      toggle.click();
      // Wait for a microtask, because React has rendered by then.
      await undefined;
      if (field.type !== 'text') return false;
      // Hide the password again.
      toggle.click();
      return pressedAt;
    },
    undefined,
    { polling: 30 },
  );
  return Number(await found.jsonValue());
};

const longTask = 50;

/** Returns the total blocking time of an interval in ms: the part of each task beyond 50 ms. */
export const blockedBetween = ({ longTasks }: Timings, from: number, to: number): number =>
  longTasks
    .map(
      ({ startTime, duration }) => Math.min(startTime + duration, to) - Math.max(startTime, from) - longTask,
    )
    .reduce((sum, blocked) => sum + Math.max(0, blocked), 0);

import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { networkQuiet } from '#tests/browser/network-quiet.ts';

const entriesSchema = v.array(
  v.object({
    startTime: v.number(),
    duration: v.number(),
    /** Of a layout shift. */
    value: v.optional(v.number(), 0),
    hadRecentInput: v.optional(v.boolean(), false),
  }),
);
const timelineSchema = v.tuple([entriesSchema, entriesSchema, entriesSchema, entriesSchema]);

/** In ms since the navigation's start. NaN if the browser reported no such moment. */
export interface Timings {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Rounded to thousandths: smaller shifts come from a font that replaces its fallback. */
  readonly layoutShift: number;
  /** Tasks of more than 50 ms. */
  readonly longTasks: v.InferOutput<typeof entriesSchema>;
  /** The navigation's start in ms since the epoch. */
  readonly timeOrigin: number;
}

/** Reads the browser's own performance timeline, which needs no script in the page before the end. */
export const readTimings = async (page: Page): Promise<Timings> => {
  const { timeOrigin, timeline } = await page.evaluate(() => ({
    timeOrigin: performance.timeOrigin,
    timeline: ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map((type) => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type, buffered: true });
      return observer.takeRecords().map((entry): unknown => entry.toJSON());
    }),
  }));
  const [paints, largest, shifts, longTasks] = v.parse(timelineSchema, timeline);
  const shift = shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
  return {
    firstPaint: paints.at(-1)?.startTime ?? Number.NaN,
    largestPaint: largest.at(-1)?.startTime ?? Number.NaN,
    layoutShift: Number(shift.toFixed(3)),
    longTasks,
    timeOrigin,
  };
};

/** Waits until the page has painted, requests nothing more, and has had time to report its last paint. */
export const pageSettles = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
    undefined,
    { polling: 100 },
  );
  await networkQuiet(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
};

/** Resolves with the time of the frame that has the first ledger row. */
export const firstRow = async (page: Page): Promise<number> => {
  const found = await page.waitForFunction(
    () => document.querySelector('tbody button[aria-haspopup]') !== null && performance.now(),
  );
  return Number(await found.jsonValue());
};

/** Presses "Show password" every 30 ms. Resolves with the time of the first press that worked. */
export const firstWorkingPress = async (page: Page): Promise<number> => {
  const found = await page.waitForFunction(
    async () => {
      const toggle = document.querySelector<HTMLElement>('button[aria-label="Show password"]');
      const field = toggle?.closest('form')?.querySelector<HTMLInputElement>('input[type="password"]');
      if (!toggle || !field) return false;
      const pressedAt = performance.now();
      toggle.click();
      // React renders before the next microtask.
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

/** Total blocking time in this interval: the part of each task beyond 50 ms. */
export const blockedBetween = ({ longTasks }: Timings, from: number, to: number): number =>
  longTasks
    .map(
      ({ startTime, duration }) => Math.min(startTime + duration, to) - Math.max(startTime, from) - longTask,
    )
    .reduce((sum, blocked) => sum + Math.max(0, blocked), 0);

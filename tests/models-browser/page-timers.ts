import type { Page } from '@playwright/test';
import { slowdown } from '#tests/browser/cpu.ts';
import type { Driver } from './driver.ts';

/** Minimum delay of a time limit in ms. Shorter timers are pauses. */
const shortestLimit = 1_000;

/**
 * Extends the page's time limits if the CPU is throttled. Otherwise, the app could reach a limit while a test asserts
 * the state of a held request.
 */
export const stretchTimers = async (page: Page): Promise<void> => {
  if (slowdown() === 1) return;
  await page.addInitScript(
    ([shortest, rate]) => {
      const stretch = (delay: number) => (delay < shortest ? delay : delay * rate);
      const { setTimeout: begin } = window;
      Object.assign(window, {
        setTimeout: (handler: TimerHandler, delay = 0, ...args: unknown[]) =>
          begin(handler, stretch(delay), ...args),
      });
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      Object.assign(AbortSignal, { timeout: (delay: number) => timeout(stretch(delay)) });
    },
    [shortestLimit, slowdown()] as const,
  );
};

export const passLimit = (page: Page, milliseconds: number): Promise<void> =>
  page.clock.fastForward(milliseconds * slowdown());

/** Runs the page's timers for this many ms, multiplied by the slowdown. */
export const runTimers = (page: Page, milliseconds: number): Promise<void> =>
  page.clock.runFor(milliseconds * slowdown());

/** Creates an executor for a timer of the app with a delay of this many ms. */
export const advanceClock =
  (milliseconds: number) =>
  ({ page }: Pick<Driver, 'page'>): Promise<void> =>
    passLimit(page, milliseconds);

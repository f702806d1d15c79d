import type { Page } from '@playwright/test';
import { slowdown } from '#tests/browser/cpu.ts';
import type { Driver } from './driver.ts';

/** In ms. Shorter timers are pauses, not limits. */
const shortestLimit = 1_000;

/**
 * Stretches the page's time limits when the CPU is slowed. A path asserts a state while it holds a request.
 * On a slowed page, this could take longer than the app's limit.
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

/** Runs the pages' timers for this many ms, scaled by the slowdown. */
export const runTimers = (page: Page, milliseconds: number): Promise<void> =>
  page.clock.runFor(milliseconds * slowdown());

/** Executes an event that only an app timer causes, after this many ms. */
export const advanceClock =
  (milliseconds: number) =>
  ({ page }: Pick<Driver, 'page'>): Promise<void> =>
    passLimit(page, milliseconds);

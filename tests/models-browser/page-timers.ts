import type { Page } from '@playwright/test';
import { slowdown } from '#tests/browser/cpu.ts';
import type { Driver } from './driver.ts';

/** In ms: what is shorter is no limit of the app's, but a pause in which it works. */
const shortestLimit = 1_000;

/**
 * Has the limits that a page keeps to grow with the slowdown of its CPU. A path looks at a state while the request is held that
 * the state waits for: slowed, a look would take longer than the app waits. Nothing is changed in a page that is not slowed.
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

/** Lets the clock of the pages go on by what a timer of the app takes, in ms. */
export const passLimit = (page: Page, milliseconds: number): Promise<void> =>
  page.clock.fastForward(milliseconds * slowdown());

/** Runs the timers of the pages for so many ms of a page that is not slowed. */
export const runTimers = (page: Page, milliseconds: number): Promise<void> =>
  page.clock.runFor(milliseconds * slowdown());

/** An execution in which nothing happens but that a timer of the app ends, of so many ms. */
export const advanceClock =
  (milliseconds: number) =>
  ({ page }: Pick<Driver, 'page'>): Promise<void> =>
    passLimit(page, milliseconds);

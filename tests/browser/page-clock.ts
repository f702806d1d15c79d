import type { Page } from '@playwright/test';

const minute = 60_000;

/** One minute longer than an access token's lifetime, in ms, so the token has expired on any page's clock. */
export const pastTokenLife = 61 * minute;

/**
 * Stops the clock of all pages in the context and moves it forward. Timers then fire only in `runFor`, even
 * on a slow machine. `clock.resume` restarts the clock.
 *
 * @param page any page of the context, with an installed clock
 * @param after how far to move the stopped clock forward, in ms
 */
export const stopClock = async (page: Page, after = minute): Promise<void> => {
  const now = await page.evaluate(() => Date.now());
  // `pauseAt` rejects times in the past, so fix the time until that call arrives.
  await page.clock.setFixedTime(now);
  await page.clock.pauseAt(now);
  await page.clock.setSystemTime(now);
  if (after > 0) await page.clock.fastForward(after);
};

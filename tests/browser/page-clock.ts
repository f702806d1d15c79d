import type { Page } from '@playwright/test';

const minute = 60_000;

/** In ms: a minute longer than an access token lives, so it has expired by any page's clock. */
export const pastTokenLife = 61 * minute;

/**
 * Stops the clock of all pages of a context and moves it forward. Timers then fire only in `runFor`, however
 * slow the machine is. `clock.resume` restarts it.
 *
 * @param page one of them, with an installed clock
 * @param after in ms; how far to skip once stopped, 0 for nothing
 */
export const stopClock = async (page: Page, after = minute): Promise<void> => {
  const now = await page.evaluate(() => Date.now());
  // `pauseAt` rejects times in the past, so this fixes the time until the call arrives.
  await page.clock.setFixedTime(now);
  await page.clock.pauseAt(now);
  await page.clock.setSystemTime(now);
  if (after > 0) await page.clock.fastForward(after);
};

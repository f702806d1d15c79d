import type { Page } from '@playwright/test';

const minute = 60_000;

/** In ms: longer than an access token lives, by a minute, so that it has run out whatever the pages' clock says. */
export const pastTokenLife = 61 * minute;

/**
 * Stops the clock of all pages of a context and moves it on, so that what comes next comes without a timer of theirs, or
 * at the very `runFor` that a timer needs, however slow the machine is. `clock.resume` lets it go on.
 *
 * @param page one of them, whose clock was installed
 * @param after in ms; what the pages sleep through once they are stopped, and 0 for nothing
 */
export const stopClock = async (page: Page, after = minute): Promise<void> => {
  const now = await page.evaluate(() => Date.now());
  // The time to pause at may not be in the past: it is now for as long as it takes to get there.
  await page.clock.setFixedTime(now);
  await page.clock.pauseAt(now);
  await page.clock.setSystemTime(now);
  if (after > 0) await page.clock.fastForward(after);
};

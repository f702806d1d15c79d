import type { Page } from '@playwright/test';

const minute = 60_000;

/** In ms: longer than an access token lives, by a minute, so that it has run out whatever the pages' clock says. */
export const pastTokenLife = 61 * minute;

/**
 * Moves the clock of all pages of a context on and stops it there, so that what comes next comes without a timer of
 * theirs, or at the very `runFor` that a timer needs, however slow the machine is. `clock.resume` lets it go on.
 *
 * @param page one of them, whose clock was installed
 * @param after in ms; what the pages may sleep through
 */
export const stopClock = async (page: Page, after = minute): Promise<void> => {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + after);
};

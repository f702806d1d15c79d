import type { Page } from '@playwright/test';
import type { Screens } from '#tests/browser/screens/index.ts';

/**
 * Stops toasts from closing after two seconds, before a busy machine can check them.
 * A toast closes when its progress bar's animation ends.
 */
export const holdToasts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const held = new CSSStyleSheet();
    held.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important; }');
    document.adoptedStyleSheets.push(held);
  });
};

/** Closes open toasts, so that a repeated text shows a new one. A click here doesn't move the focus. */
export const closeToasts = ({ notices }: Screens): Promise<void> =>
  notices.toasts.evaluateAll((standing) => {
    for (const toast of standing) if (toast instanceof HTMLElement) toast.click();
  });

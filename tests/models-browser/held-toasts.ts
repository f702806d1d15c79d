import type { Page } from '@playwright/test';
import type { Screens } from '#tests/browser/screens/index.ts';

/**
 * Keeps toasts open, because a busy machine can check them after they would have closed.
 * A toast closes when its progress bar's animation ends.
 */
export const holdToasts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const held = new CSSStyleSheet();
    held.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important; }');
    document.adoptedStyleSheets.push(held);
  });
};

/** Closes open toasts, so that tests can detect a new one with the same text. Doesn't move the focus. */
export const closeToasts = ({ notices }: Screens): Promise<void> =>
  notices.toasts.evaluateAll((standing) => {
    for (const toast of standing) if (toast instanceof HTMLElement) toast.click();
  });

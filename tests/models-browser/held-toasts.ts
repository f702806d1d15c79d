import type { Page } from '@playwright/test';
import type { Screens } from '#tests/browser/screens/index.ts';

/**
 * Keeps the toasts of a page from closing by themselves: two seconds are over before a busy machine has
 * looked. A toast closes when the animation of its bar ends.
 */
export const holdToasts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const held = new CSSStyleSheet();
    held.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important; }');
    document.adoptedStyleSheets.push(held);
  });
};

/** Closes the toasts that stand, so that one with the same words is shown anew. The focus stays where it is. */
export const closeToasts = ({ notices }: Screens): Promise<void> =>
  notices.toasts.evaluateAll((standing) => {
    for (const toast of standing) if (toast instanceof HTMLElement) toast.click();
  });

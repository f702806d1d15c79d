import type { Page } from '@playwright/test';

/** Resolves when the app has taken over the page, which is painted before it is there. */
export const appMounted = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.readyState === 'complete' && !('takeEarlyIntent' in window));
};

/** Goes to a place within the app without loading it anew, as one of its links would, with what the link carries along. */
export const visit = async (page: Page, path: string, state: object = {}): Promise<void> => {
  await appMounted(page);
  await page.evaluate(
    ([to, carried]) => {
      window.history.pushState(carried, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: carried }));
    },
    [path, state] as const,
  );
};

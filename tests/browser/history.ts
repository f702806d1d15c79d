import type { Page } from '@playwright/test';

export const appMounted = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.readyState === 'complete' && !('takeEarlyIntent' in window));
};

/** Navigates within the app without a reload, as a link with this state would. */
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

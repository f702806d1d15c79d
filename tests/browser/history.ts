import type { Page } from '@playwright/test';

/** Goes to a place within the app without loading it anew, as one of its links would, with what the link carries along. */
export const visit = (page: Page, path: string, state: object = {}): Promise<void> =>
  page.evaluate(
    ([to, carried]) => {
      window.history.pushState(carried, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: carried }));
    },
    [path, state] as const,
  );

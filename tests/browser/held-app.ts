import { expect, type Page } from '@playwright/test';
import { appMounted } from './history.ts';
import { holdRequests } from './hold-requests.ts';

/** Keeps the app's code from a page until it is released: what stands there meanwhile was rendered at the build. */
export const holdApp = async (page: Page): Promise<() => Promise<void>> => {
  const release = await holdRequests(page, /\/assets\/first-[^/]*\.js$/);
  return async () => {
    release();
    await appMounted(page);
  };
};

/** Opens a page while the app is held. */
export const openHeld = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const release = await holdApp(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('#root > *').first()).toBeAttached();
  return release;
};

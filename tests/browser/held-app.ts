import { expect, type Page } from '@playwright/test';
import { appMounted } from './history.ts';
import { holdRequests } from './requests.ts';

export const holdApp = async (page: Page): Promise<() => Promise<void>> => {
  const release = await holdRequests(page, /\/assets\/first-[^/]*\.js$/);
  return async () => {
    release();
    await appMounted(page);
  };
};

export const openHeld = async (page: Page, path: string): Promise<() => Promise<void>> => {
  const release = await holdApp(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('#root > *').first()).toBeAttached();
  return release;
};

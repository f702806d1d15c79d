import { test as base, expect, type Page } from '@playwright/test';
import { addressOf } from '#gallery/entries.ts';
import { now } from '#gallery/harness/fixtures.ts';
import { slowDown } from '#tests/browser/cpu.ts';
import { servicesOfRun } from '../services/shared-services.ts';

export { expect };

/** The gallery in a page that is loaded once for all tests of a worker. */
export interface Gallery {
  readonly page: Page;
  /** Shows an entry, and answers with the states that the machines are in when it has settled. */
  show(id: string): Promise<readonly string[]>;
  /** What the page complained of since it was last asked. */
  complaints(): readonly string[];
}

const show = async (page: Page, id: string): Promise<readonly string[]> => {
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, addressOf(id));
  return settledAt(page, id);
};

/** Resolves with the states of the machines when this is shown, with its fonts. */
const settledAt = async (page: Page, id: string): Promise<readonly string[]> => {
  const settled = await page.waitForFunction((wanted) => {
    const [shown, ...states] = document.documentElement.dataset['settled']?.split(' ') ?? [];
    return shown === wanted ? states : null;
  }, id);
  await page.evaluate(() => document.fonts.ready);
  return (await settled.jsonValue()) ?? [];
};

/** A test that looks at the gallery, with motion reduced and at a fixed time. */
export const test = base.extend<object, { readonly gallery: Gallery }>({
  gallery: [
    async ({ browser }, use) => {
      const page = await browser.newPage({
        baseURL: await servicesOfRun.gallery(),
        reducedMotion: 'reduce',
        locale: 'en-US',
      });
      await page.clock.setFixedTime(now);
      let heard: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text());
      });
      page.on('pageerror', (error) => heard.push(String(error)));
      await page.goto('/gallery');
      await settledAt(page, 'index');
      // What the dev server sends one by one is no customer's to wait for.
      await slowDown(page);
      await use({
        page,
        show: (id) => show(page, id),
        complaints() {
          const complaints = heard;
          heard = [];
          return complaints;
        },
      });
      await page.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

import { readdirSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { addressOf } from '#gallery/entries.ts';
import { now } from '#gallery/harness/fixtures.ts';
import { slowDown } from '#tests/browser/cpu.ts';
import { servicesOfRun } from '../services/shared-services.ts';

export { expect };

export interface Gallery {
  readonly page: Page;
  /** Shows an entry and resolves with the machines' states once the page has settled. */
  show(id: string): Promise<readonly string[]>;
  complaints(): readonly string[];
}

const show = async (page: Page, id: string): Promise<readonly string[]> => {
  // Undo the previous test's hover, which shows on a field, and its click, which hides focus rings.
  await page.mouse.move(0, 0);
  await page.keyboard.press('F9');
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, addressOf(id));
  return settledAt(page, id);
};

/** Forces optional fonts to show, because browsers skip optional fonts that load slowly. */
const showOptionalFonts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    for (const rule of rules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const read = (name: string) => rule.style.getPropertyValue(name);
      const family = read('font-family').replaceAll('"', '');
      const isShown = [...document.fonts].some((face) => face.family === family && face.display === 'block');
      if (read('font-display') !== 'optional' || isShown) continue;
      const face = new FontFace(family, read('src'), { weight: read('font-weight'), display: 'block' });
      document.fonts.add(await face.load());
    }
  });

const settledAt = async (page: Page, id: string): Promise<readonly string[]> => {
  const settled = await page.waitForFunction((wanted) => {
    const [shown, ...states] = document.documentElement.dataset['settled']?.split(' ') ?? [];
    return shown === wanted ? states : null;
  }, id);
  await showOptionalFonts(page);
  await page.evaluate(() => document.fonts.ready);
  return (await settled.jsonValue()) ?? [];
};

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
      // Slow down only now, because customers never wait for the dev server's separate files.
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

export const componentNames: readonly string[] = [
  ...readdirSync('src/ui')
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length)),
  'Link',
  'Toast',
];

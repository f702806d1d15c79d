import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { screenEntries } from '#gallery/entries.ts';
import { specimenNames } from '#gallery/specimens/names.ts';
import { transitionsEnd } from '#tests/browser/transitions.ts';
import { expect, test } from './gallery.ts';

const widths = [1280, 320] as const;
const colorSchemes = ['light', 'dark'] as const;

/** The class of a skeleton, as the dev server names it. */
const skeleton = '[class*="Skeleton_skeleton__"]';

/** What React says of a page that broke is meant to be heard. */
const broken = new Set(['page.crash']);

const entries = [
  { id: 'index', state: null },
  ...screenEntries.map(({ id, state }) => ({ id, state: state && `${state.machine}.${state.path}` })),
  ...specimenNames.map((name) => ({ id: `ui.${name}`, state: null })),
];

/** Holds what stands to its width and to the rules of accessibility, targets of 24 px included. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => scrolledSideways(page), `sideways scrolling at ${width} px`).toBe(0);
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await transitionsEnd(page);
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
        .analyze();
      const wrong = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
      expect(wrong, `${width} px wide, ${colorScheme}`).toEqual([]);
    }
  }
}

/** What stands in for something to come although nobody is told that it comes. */
const unannounced = (page: Page): Promise<string[]> =>
  page.evaluate((skeleton) => {
    const isToldOf = (element: Element) =>
      element.closest('[aria-hidden="true"]') !== null && element.closest('[aria-busy="true"]') !== null;
    return [...document.querySelectorAll(skeleton)]
      .filter((element) => !isToldOf(element))
      .map(({ outerHTML }) => outerHTML);
  }, skeleton);

/** How far, in pixels, the page can be scrolled to the right. */
const scrolledSideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(Number.MAX_SAFE_INTEGER, 0);
    return window.scrollX;
  });

for (const { id, state } of entries)
  test(id, async ({ gallery: { page, show, complaints } }) => {
    complaints();
    const states = await show(id);
    if (state !== null) {
      expect(states).toContain(state);
      expect(await unannounced(page)).toEqual([]);
    }
    await expectAccessible(page);
    if (!broken.has(id)) expect(complaints()).toEqual([]);
  });

test('what only a pointer or the keyboard brings about is shown as they bring it about', async ({
  gallery: { page, show },
}) => {
  await show('ui.Button');
  const inState = (state: string) =>
    page.getByRole('region', { name: `secondary, ${state}`, exact: true }).getByRole('button');
  const atRest = page.getByRole('region', { name: 'secondary', exact: true }).getByRole('button');
  const looksOf = (button: Locator) =>
    button.evaluate((element) => {
      const { backgroundColor, borderColor, outline } = getComputedStyle(element);
      return { backgroundColor, borderColor, outline };
    });
  const before = await looksOf(atRest);
  await atRest.hover();
  expect(await looksOf(atRest)).toEqual(await looksOf(inState('pointed at')));
  await page.mouse.move(0, 0);
  expect(await looksOf(atRest)).toEqual(before);
  await page.getByRole('button', { name: 'Primary', exact: true }).first().focus();
  await page.keyboard.press('Tab');
  await expect(atRest).toBeFocused();
  expect(await looksOf(atRest)).toEqual(await looksOf(inState('by the keyboard')));
  expect(await looksOf(atRest)).not.toEqual(before);
});

test('skeletons are known by their class', async ({ gallery: { page, show } }) => {
  await show('ui.Skeleton');
  await expect(page.locator(skeleton).first()).toBeVisible();
});

test('the toasts of every kind stay to be looked at, and are announced politely', async ({
  gallery: { page, show },
}) => {
  await show('ui.Toast');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toHaveAttribute('aria-live', 'polite');
  await expect(page.getByRole('status')).toHaveText([/news/, /was done/, /not done/, /being done/]);
});

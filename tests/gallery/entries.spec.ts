import type { Locator, Page } from '@playwright/test';
import { screenEntries } from '#gallery/entries.ts';
import { transitionsEnd } from '#tests/browser/transitions.ts';
import { expectAccessible } from './accessible.ts';
import { componentNames, expect, test } from './gallery.ts';

/** Matches the class name that the dev server gives skeletons. */
const skeleton = '[class*="Skeleton_skeleton__"]';

/** Pages that make React log errors. */
const broken = new Set(['page.crash']);

/** The card frames are the same in all checkout states, so checking one state is enough. */
const withCardFields = 'checkout.ready';

const entries = [
  { id: 'index', state: null },
  ...screenEntries.map(({ id, state }) => ({ id, state: state && `${state.machine}.${state.path}` })),
  ...componentNames.map((name) => ({ id: `ui.${name}`, state: null })),
];

/** Returns skeletons that aren't hidden from screen readers or are outside a busy region. */
const unannounced = (page: Page): Promise<string[]> =>
  page.evaluate((skeleton) => {
    const isExpected = (element: Element) =>
      element.closest('[aria-hidden="true"]') !== null && element.closest('[aria-busy="true"]') !== null;
    return [...document.querySelectorAll(skeleton)]
      .filter((element) => !isExpected(element))
      .map(({ outerHTML }) => outerHTML);
  }, skeleton);

for (const { id, state } of entries)
  test(`the gallery entry ${id} is accessible`, async ({ gallery: { page, show, complaints } }) => {
    complaints();
    const states = await show(id);
    if (state !== null) {
      expect(states).toContain(state);
      expect(await unannounced(page)).toEqual([]);
    }
    await expectAccessible(page, { frames: id === withCardFields });
    if (!broken.has(id)) expect(complaints()).toEqual([]);
  });

test('the gallery’s hover and focus states look like the real states', async ({
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

test('toasts of every kind stay visible in the gallery and are announced politely', async ({
  gallery: { page, show },
}) => {
  await show('ui.Toast');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toHaveAttribute('aria-live', 'polite');
  await expect(page.getByRole('status')).toHaveText([/news/, /was done/, /not done/, /being done/]);
});

test('toasts show at the top right for 4 s, 2 s after success, or until loading ends', async ({
  gallery: { page, show },
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await show('ui.Toast');
  const toasts = page.locator('.Toastify__toast');
  await expect(toasts).toHaveCount(4);
  const { width } = await page.evaluate(() => document.documentElement.getBoundingClientRect());
  for (const toast of await toasts.all()) {
    const box = await toast.boundingBox();
    expect(box?.x).toBeGreaterThan(width / 2);
    expect(box?.y).toBeLessThan(500);
  }
  const topRight = await toasts.first().boundingBox();
  await page.setViewportSize({ width: 639, height: 300 });
  expect(await toasts.first().boundingBox()).toMatchObject({ x: 8, y: 8 });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await toasts.first().boundingBox()).toEqual(topRight);
  // A toast closes when its progress bar's animation ends.
  const durationOf = (text: string) =>
    toasts
      .filter({ hasText: text })
      .evaluate((toast) =>
        [...toast.querySelectorAll('.Toastify__progress-bar--animated')].map(
          (bar) => getComputedStyle(bar).animationDuration,
        ),
      );
  expect(await durationOf('There is news.')).toEqual(['4s']);
  expect(await durationOf('It was not done.')).toEqual(['4s']);
  expect(await durationOf('It was done.')).toEqual(['2s']);
  expect(await durationOf('It is being done.')).toEqual([]);
});

test('toasts stay within reach while a modal dialog is open, and Escape dismisses them', async ({
  gallery: { page, show },
}) => {
  await show('ui.Toast');
  const toasts = page.locator('.Toastify__toast');
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    dialog.showModal();
  });
  await expect(page.locator('dialog .Toastify__toast')).toHaveCount(4);
  await toasts.first().getByRole('button', { name: 'close' }).click();
  await expect(toasts).toHaveCount(3);
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    dialog?.close();
    dialog?.remove();
  });
  await expect(page.locator('[aria-live] .Toastify__toast')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(toasts).toHaveCount(0);
});

test('forced colors keep selected, disabled, invalid and focused controls distinguishable', async ({
  gallery: { page, show },
}) => {
  const looks = (locator: Locator) =>
    locator.evaluate((element) => {
      const { color, backgroundColor, borderStyle, outlineStyle } = getComputedStyle(element);
      return { color, backgroundColor, borderStyle, outlineStyle };
    });
  const expectToDiffer = async (one: Locator, other: Locator) => {
    await transitionsEnd(page);
    expect(await looks(one)).not.toEqual(await looks(other));
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  try {
    await show('checkout.ready:card-invalid');
    await expectToDiffer(page.locator('li[aria-current]'), page.locator('li[data-tier]').first());
    await expectToDiffer(button('Pay $10.00'), button('Cancel'));
    const card = (name: string) => page.locator(`[data-card-field="${name}"]`);
    await expectToDiffer(card('number'), card('code'));
    const city = page.getByLabel('City', { exact: true });
    await city.focus();
    await expectToDiffer(city, page.getByLabel('First name', { exact: true }));
    await city.fill('x');
    await city.fill('');
    await city.blur();
    await expect(city).toHaveAttribute('aria-invalid', 'true');
    await expectToDiffer(city, page.getByLabel('First name', { exact: true }));

    await show('ledger.list.shown');
    await expectToDiffer(page.getByRole('button', { pressed: true }), button('Failed'));
    await expectToDiffer(
      page.getByRole('radio', { checked: true }),
      page.getByRole('radio', { checked: false }).first(),
    );
    await expectToDiffer(button('Previous'), button('Next'));

    await show('activity.shown');
    await expectToDiffer(button('Newer'), button('Older'));
    const filter = page.getByRole('combobox', { name: 'Show', exact: true });
    const resting = await looks(filter);
    await filter.focus();
    await expect.poll(() => looks(filter)).not.toEqual(resting);
  } finally {
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  }
});

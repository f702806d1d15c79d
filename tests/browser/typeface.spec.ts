import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout.ts';

const family = 'Figtree Variable';

const isFontShown = (page: Page): Promise<boolean> =>
  page.evaluate(
    (name) => [...document.fonts].some((face) => face.family.includes(name) && face.status === 'loaded'),
    family,
  );

test('pages on a phone don’t shift when the font arrives late', async ({ page, step }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  let released = Promise.resolve();
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });

  for (const path of ['/signup', '/terms'])
    await step(`nothing on ${path} moves when the font arrives late`, async () => {
      let release = () => {};
      released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await isFontShown(page)).toBe(false);
      release();
      await expect.poll(() => isFontShown(page)).toBe(true);
      expect(await layoutShift(page)).toBeLessThan(0.001);
    });
});

test('the font is one file, and its digits have equal widths', async ({ page, screens: { signIn } }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await signIn.open();
  await expect(signIn.heading).toBeVisible();
  await expect.poll(() => isFontShown(page)).toBe(true);
  expect(fonts).toHaveLength(1);
  const widths = await page.evaluate((name) => {
    const sample = document.createElement('span');
    sample.style.font = `600 100px "${name}"`;
    sample.style.fontVariantNumeric = 'tabular-nums';
    sample.style.position = 'absolute';
    document.body.append(sample);
    const measured = [...'0123456789'].map((figure) => {
      sample.textContent = figure;
      return sample.getBoundingClientRect().width;
    });
    sample.remove();
    return measured;
  }, family);
  expect(new Set(widths).size).toBe(1);
});

import type { Page } from '@playwright/test';
import { expect, test } from '#tests/browser/fixtures.ts';
import { holdApp } from '#tests/browser/held-app.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { light, dark } = tokens.palettes;

const theme = (page: Page, name: 'System' | 'Light' | 'Dark') =>
  page.getByRole('group', { name: 'Theme', exact: true }).getByRole('radio', { name, exact: true });

const background = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const computed = (hex: string): string =>
  `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`;

const colorAround = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );

test.use({ reducedMotion: 'no-preference' });

test('the page and browser UI follow the system theme until the visitor chooses one', async ({
  page,
  context,
  customer,
  screens: { signIn, dashboard },
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn.open();
  await expect(theme(page, 'System')).toBeChecked();
  await expect.poll(() => background(page)).toBe(computed(dark.canvas));
  expect(await colorAround(page)).toBe(dark.canvas);

  await theme(page, 'Light').check();
  await expect.poll(() => background(page)).toBe(computed(light.canvas));
  expect(await colorAround(page)).toBe(light.canvas);

  await theme(page, 'System').check();
  await expect.poll(() => background(page)).toBe(computed(dark.canvas));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => background(page)).toBe(computed(light.canvas));
  expect(await colorAround(page)).toBe(light.canvas);

  await test.step('tabs share the theme, and signing in keeps it', async () => {
    const other = await context.newPage();
    await other.goto('/login');
    await theme(other, 'Dark').check();
    await expect(theme(page, 'Dark')).toBeChecked();
    await signIn.signIn(customer);
    await expect(dashboard.welcome(customer.firstName)).toBeVisible();
    await expect(theme(page, 'Dark')).toBeChecked();
    await expect.poll(() => background(page)).toBe(computed(dark.canvas));
  });
});

test('a chosen theme applies before the first paint and before the app loads', async ({
  page,
  screens: { signIn },
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn.open();
  await theme(page, 'Dark').check();
  await expect.poll(() => background(page)).toBe(computed(dark.canvas));

  const release = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html[data-theme="dark"]')).toBeAttached();
  await expect.poll(() => background(page)).toBe(computed(dark.canvas));
  expect(await colorAround(page)).toBe(dark.canvas);
  await expect(signIn.heading).toBeVisible();
  await expect(theme(page, 'Dark')).toBeChecked();
  await theme(page, 'Light').check();
  await expect.poll(() => background(page)).toBe(computed(light.canvas));

  await release();
  await expect(theme(page, 'Light')).toBeChecked();
  await page.reload();
  await expect(theme(page, 'Light')).toBeChecked();
});

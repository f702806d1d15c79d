import { tokens } from '#ui/theme/tokens.ts';
import { expectSkipLink, expectSound, watchStyles } from './each-screen.ts';
import { expect, test } from './fixtures.ts';
import { transitionsEnd } from './transitions.ts';

test('a customer opens one screen after the other', async ({
  page,
  context,
  visitor,
  console,
  addresses,
  pageErrors,
  session,
  step,
  screens: { dashboard, checkout, ledger },
}) => {
  await console.createUser(visitor, 23);
  await session.openAs(visitor);

  for (const colorScheme of ['light', 'dark'] as const)
    await step(
      `a dialog shades the whole window in the ${colorScheme} theme, the room of the scrollbar included`,
      async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 1280, height: 900 });
        await ledger.open(0);
        await expect(ledger.details).toBeVisible();
        const width = 375;
        await page.setViewportSize({ width, height: 812 });
        const pageWidth = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
        expect(pageWidth).toBeLessThan(width);
        const patch = { x: 0, y: 400, width: 4, height: 4 };
        const blank = await context.newPage();
        await blank.setContent(`<body bgcolor="${tokens.palettes[colorScheme].canvasShaded}">`);
        const shade = await blank.screenshot({ clip: patch });
        await page.bringToFront();
        await transitionsEnd(page);
        const gutter = await page.screenshot({ clip: { ...patch, x: pageWidth + 4 } });
        expect(gutter.equals(shade)).toBe(true);
        await blank.close();
        await page.keyboard.press('Escape');
      },
    );

  await step('on each page the first stop of the keyboard leads to the content', async () => {
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 900 });
    await watchStyles(page);
    await page.reload();
    await expect(dashboard.buy('$10.00')).toBeVisible();
    await expectSkipLink(page);
  });

  await step('all of a customer’s screens have targets with room, and inject no styles', async () => {
    // The pool tracks no devices, and says so.
    pageErrors.allowResponse(`${addresses.pool}/`, 400);
    await expect(ledger.rows.first()).toBeVisible();
    await expectSound(page, 'dashboard');

    await page.getByRole('radio', { name: 'Dark', exact: true }).check();
    await ledger.open(0);
    await expect(ledger.details).toBeVisible();
    await expectSound(page, 'transaction details');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Security', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Security' })).toBeVisible();
    await expectSound(page, 'security');
    await page.keyboard.press('Escape');

    await dashboard.buy('$25.00').click();
    await checkout.fill(visitor);
    await expect(checkout.pay('$25.00')).toBeEnabled();
    await expectSound(page, 'checkout');
    await checkout.pay('$25.00').click();
    await expect(dashboard.success).toBeVisible();
    await expectSound(page, 'success');
  });
});

test('a store for the territories shows what a balance below zero means', async ({
  page,
  customer,
  session,
  screens: { dashboard, checkout },
}) => {
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, usTerritories: true } });
  });
  await page.route('**/api/credits/balance', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { balance: -1_000 } });
  });
  await session.openAs(customer);
  await expect(dashboard.balance.getByRole('status')).toHaveText('-1,000 Credits');
  await expect(dashboard.balance).toContainText(
    'Your balance is below zero because a payment was refunded or disputed after its Credits were used. ' +
      'Your next purchase covers the missing 1,000 Credits first. You keep the rest.',
  );
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.field('State').selectOption({ label: 'Puerto Rico' });
  await expect(checkout.field('State').getByRole('option')).toHaveCount(1 + 51 + 8);
  await checkout.pay('$10.00').click();
  await expect(dashboard.success).toBeVisible();
});

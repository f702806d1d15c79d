import { tokens } from '#ui/theme/tokens.ts';
import { expect, test } from './fixtures.ts';
import { changeConfig } from './requests.ts';
import { transitionsEnd } from './transitions.ts';

test('a dialog shades the whole window, including the scrollbar', async ({
  page,
  context,
  visitor,
  console,
  session,
  screens: { ledger },
}) => {
  await console.createUser(visitor, 23);
  await session.openAs(visitor);

  await page.emulateMedia({ colorScheme: 'dark' });
  await ledger.open(0);
  await expect(ledger.details).toBeVisible();
  const width = 375;
  await page.setViewportSize({ width, height: 812 });
  const pageWidth = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
  expect(pageWidth).toBeLessThan(width);
  const patch = { x: 0, y: 400, width: 4, height: 4 };
  const blank = await context.newPage();
  await blank.setContent(`<body bgcolor="${tokens.palettes.dark.canvasShaded}">`);
  const shade = await blank.screenshot({ clip: patch });
  await page.bringToFront();
  await transitionsEnd(page);
  const gutter = await page.screenshot({ clip: { ...patch, x: pageWidth + 4 } });
  expect(gutter.equals(shade)).toBe(true);
  await blank.close();
});

test('a negative balance is explained, and the checkout can offer US territories', async ({
  page,
  console,
  customer,
  session,
  screens: { header, dashboard, checkout },
}) => {
  await changeConfig(page, { usTerritories: true });
  await console.reply('GET /api/credits/balance', { balance: -1_000 }, { times: 10 });
  await session.openAs(customer);
  await expect(dashboard.balance.getByRole('status')).toHaveText('-1,000 Credits');
  await expect(dashboard.balance).toContainText(
    'Your balance is negative because a payment was refunded or disputed after you used its Credits. ' +
      'Your next purchase covers the missing 1,000 first.',
  );
  await dashboard.buy('$10.00').click();
  await expect(header.billing, 'leaving would lose the form').toHaveAccessibleDescription(
    'Opens in a new tab',
  );
  await expect(checkout.field('State').getByRole('option')).toHaveCount(1 + 51 + 8);
});

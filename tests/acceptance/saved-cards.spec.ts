import { expect, test } from '#tests/browser/fixtures.ts';

test('a customer saves a card while paying, pays with it in a new session without the gateway’s script, and removes it', async ({
  page,
  customer,
  payments,
  console,
  screens: { signIn, dashboard, checkout },
}) => {
  const card = 'Visa ending in 1111';
  const saved = checkout.region.getByRole('radio', { name: card, exact: true });
  await signIn.openAs(customer);
  await dashboard.buy('$10.00').click();
  const save = checkout.saveCard;
  await expect(save).not.toBeChecked();
  await expect(checkout.region.getByRole('radiogroup')).toHaveCount(0);
  await checkout.fill(customer);
  await save.check();
  await checkout.pay('$10.00').click();
  await expect(dashboard.success).toBeVisible();
  await dashboard.continue.click();

  await dashboard.signOut.click();
  await expect(signIn.heading).toBeVisible();
  await page.route('**/token/Collect.js*', (route) => route.abort());
  await signIn.openAs(customer);
  await dashboard.buy('$5.00').click();
  await expect(checkout.region.getByRole('radiogroup', { name: 'Card', exact: true })).toBeVisible();
  await expect(saved).toBeChecked();
  await expect(checkout.field('Street address')).toHaveValue('888 Cable Street');
  await expect(checkout.region.locator('iframe')).toHaveCount(0);
  await checkout.pay('$5.00').click();
  await expect(dashboard.success).toBeVisible();
  await dashboard.continue.click();
  expect(payments.keys()).toHaveLength(2);
  expect((await console.sales()).slice(0, 2)).toMatchObject([{ amountCents: 500 }, { amountCents: 1_000 }]);

  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Saved cards', exact: true })).toBeVisible();
  const list = page.getByRole('list', { name: 'Your saved cards', exact: true });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: `Remove ${card}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('You have no saved cards.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${card} was removed.` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Saved cards', exact: true })).toBeFocused();
});

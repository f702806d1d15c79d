import { expect, test } from '#tests/browser/fixtures.ts';
import { tabTo } from '#tests/browser/focus.ts';
import { translatePages } from '#tests/browser/odd-browsers.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';

test('a saved card can pay without the gateway’s script and be removed by keyboard', async ({
  page,
  customer,
  payments,
  console,
  screens: { signIn, header, dashboard, checkout, billing },
}) => {
  const card = 'Visa ending in 1111';
  const saved = checkout.region.getByRole('radio', { name: card, exact: true });
  await translatePages(page, 'replace');
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
  await page.setViewportSize({ width: 375, height: 667 });
  await dashboard.buy('$5.00').click();
  await expect(checkout.pay('$5.00')).toBeEnabled();
  await expect(checkout.pay('$5.00'), 'nothing to scroll').toBeInViewport({ ratio: 1 });
  await expect(checkout.editOf('Card')).toHaveAccessibleDescription(card);
  await expect(checkout.editOf('Billing address')).toHaveAccessibleDescription('Chicago, IL 60601');
  await expect(checkout.field('Street address')).toBeHidden();
  await checkout.unfold('Card');
  await expect(checkout.region.getByRole('radiogroup', { name: 'Card', exact: true })).toBeVisible();
  await expect(saved).toBeChecked();
  await expect(saved).toBeFocused();
  await checkout.unfold('Billing address');
  await expect(checkout.field('First name')).toBeFocused();
  await expect(checkout.field('Street address')).toHaveValue('888 Cable Street');
  await expect(checkout.region.locator('iframe')).toHaveCount(0);
  await checkout.pay('$5.00').click();
  await expect(dashboard.success).toBeVisible();
  await dashboard.continue.click();
  expect(payments.keys()).toHaveLength(2);
  expect((await console.sales()).slice(0, 2)).toMatchObject([{ amountCents: 500 }, { amountCents: 1_000 }]);

  const { keyboard } = page;
  await tabTo(page, header.billing, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(billing.heading).toBeFocused();
  await expect(billing.cards).toHaveCount(1);
  await expect(billing.remove(card)).toBeEnabled();
  await tabTo(page, billing.remove(card));
  await keyboard.press('Enter');
  await tabTo(page, billing.keep);
  await keyboard.press('Enter');
  await expect(billing.remove(card)).toBeFocused();
  await keyboard.press('Enter');
  await tabTo(page, billing.confirm);
  await keyboard.press('Enter');
  await expect(billing.region).toContainText('You have no saved cards.');
  await expect(billing.news).toHaveText(`${card} was removed.`);
  await expect(billing.region.getByRole('heading')).toBeFocused();
  await tabTo(page, header.dashboard, 'Shift+Tab');
});

test('a card can be added without a purchase, even if the response is lost', async ({
  customer,
  console,
  payments,
  pageErrors,
  screens: { signIn, header, billing },
}) => {
  pageErrors.allowResponse('store', '/api/cards', 402);
  pageErrors.allowMessage('net::ERR');
  await signIn.openAs(customer);
  await header.billing.click();
  await billing.add.click();
  await billing.newCard.fill(customer, testCards.declined);
  await billing.saveCard.click();
  await expect(billing.newCard.failure).toContainText('not saved, and you have not been charged.');
  await expect(billing.cards).toHaveCount(0);

  await console.addFault({ service: 'store', match: 'POST /api/cards', fault: 'reset-after' });
  await billing.newCard.fillCard(testCards.approved);
  await billing.saveCard.click();
  await expect(billing.newCard.region).toContainText("We can't tell yet");
  await console.clearFaults();
  await billing.checkAgain.click();
  await expect(billing.newCard.region).toHaveCount(0);
  await expect(billing.news).toHaveText('Visa ending in 1111 was saved.');
  await expect(billing.cards).toHaveText([/Visa ending in 1111.*Default/]);
  expect(await payments.sales()).toEqual([]);
});

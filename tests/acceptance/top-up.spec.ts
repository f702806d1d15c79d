import { expect, test } from '#tests/browser/fixtures.ts';
import { nextCustomerId, spend } from '#tests/browser/merchant.ts';

test('a customer can turn automatic top-up on and off, and removing the top-up card turns it off', async ({
  page,
  addresses,
  console,
  customer,
  screens: { header, signIn, dashboard, checkout, ledger, billing },
}) => {
  const id = nextCustomerId(page);
  await signIn.openAs(customer);
  await dashboard.buy('$10.00').click();
  await checkout.fill(customer);
  await checkout.saveCard.check();
  await checkout.pay('$10.00').click();
  await dashboard.continue.click();

  const { topUp } = billing;
  const turnOn = async () => {
    await topUp.switch.check();
    await topUp.threshold.fill('499');
    await topUp.limit.fill('$1,000');
    await topUp.save.click();
    await expect(topUp.region.getByRole('status')).toHaveText(/^Automatic top-up is on\./);
    await expect(topUp.switch).toBeChecked();
  };
  await header.billing.click();
  await expect(topUp.switch).not.toBeChecked();
  await expect(topUp.buy.locator('option:checked')).toHaveText(/ for \$5\.00$/);
  await topUp.save.click();
  await expect(topUp.threshold).toBeFocused();
  await expect(topUp.region.getByRole('alert')).toHaveText(
    'Please check: When my balance falls below, At most per month.',
  );
  await turnOn();
  await expect(topUp.region).toContainText(
    /you agree that we charge your Visa ending in 1111 \$5\.00 for .* credits when your balance falls below 499 credits, .* at most \$1,000\.00 in a calendar month/,
  );

  expect(await spend(addresses, await id, 900)).toBe('201');
  await expect.poll(async () => (await console.sales())[0]?.amountCents).toBe(500);
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
      return topUp.region.textContent();
    })
    .toContain('$5.00 of $1,000.00');
  await topUp.region.getByRole('link', { name: 'Show in the ledger', exact: true }).click();
  await expect(ledger.details).toContainText('$5.00');
  await page.keyboard.press('Escape');
  await expect(ledger.figure('Current Balance')).toHaveText('900');

  await header.billing.click();
  await topUp.turnOff.click();
  await expect(topUp.region.getByRole('status')).toHaveText(
    "Automatic top-up is off. We won't start new charges.",
  );
  await expect(topUp.switch).not.toBeChecked();

  await turnOn();
  await billing.remove('Visa ending in 1111').click();
  await expect(billing.dialog).toContainText(
    'Automatic top-up uses this card. Removing the card turns it off.',
  );
  await billing.confirm.click();
  await expect(topUp.switch).not.toBeChecked();
  await expect(topUp.region.getByRole('status')).toBeEmpty();
  await expect(topUp.region).toContainText('Automatic top-up needs a saved card.');
});

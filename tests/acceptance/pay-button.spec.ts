import { expect, test } from '#tests/browser/fixtures.ts';
import { cvv, testCards } from '#tests/browser/screens/checkout.ts';

test('the Pay button is enabled once the card fields are valid and the required fields filled in', async ({
  customer,
  console,
  payments,
  session,
  screens: { dashboard, checkout },
}) => {
  const script = await console.addFault({
    service: 'gateway',
    match: 'GET /token/Collect.js',
    fault: 'hold',
  });
  await session.openAs(customer);
  await dashboard.buy('$10.00').click();
  const pay = checkout.pay('$10.00');

  await test.step('the Pay button is disabled while the card fields load', async () => {
    await script.held();
    await checkout.fillBilling(customer);
    await expect(pay).toBeDisabled();
    await script.remove();
    await expect(checkout.cardField('CVV')).toBeVisible();
    await expect(pay).toBeDisabled();
  });

  await test.step('the Pay button is enabled once each card field is valid', async () => {
    for (const [title, text] of [
      ['Card number', testCards.approved],
      ['Expiry', '12/34'],
    ] as const) {
      await checkout.cardField(title).fill(text);
      await checkout.cardField(title).press('Tab');
      await expect(pay).toBeDisabled();
    }
    await checkout.cardField('CVV').fill(cvv);
    await checkout.cardField('CVV').press('Tab');
    await expect(pay).toBeEnabled();
  });

  await test.step('each required field of the billing address is filled', async () => {
    await expect(checkout.region).toContainText('Country: United States');
    await expect(checkout.field('Address line 2')).toHaveValue('');
    await expect(checkout.field('ZIP code')).toHaveAttribute('maxlength', '10');
    for (const label of ['First name', 'ZIP code', 'Phone']) {
      const text = await checkout.field(label).inputValue();
      await checkout.field(label).fill('  ');
      await expect(pay, `without ${label}`).toBeDisabled();
      await checkout.field(label).fill(text);
      await expect(pay).toBeEnabled();
    }
    await checkout.field('State').selectOption('');
    await expect(pay).toBeDisabled();
    await checkout.field('State').blur();
    await expect(checkout.field('State')).toHaveAccessibleDescription(/Please select a state$/);
  });

  await test.step('choosing another package clears the card, and Cancel is disabled during a payment', async () => {
    await checkout.fillBilling(customer);
    await expect(checkout.pay('$10.00')).toBeEnabled();
    const [packages, form] = await Promise.all([
      dashboard.packages.boundingBox(),
      checkout.region.boundingBox(),
    ]);
    expect(form?.y).toBeGreaterThanOrEqual((packages?.y ?? 0) + (packages?.height ?? 0));

    await dashboard.buy('$25.00').click();
    await expect(checkout.pay('$25.00')).toBeDisabled();
    for (const title of ['Card number', 'Expiry', 'CVV'])
      await expect(checkout.cardField(title), title).toHaveValue('');

    await checkout.fillCard(testCards.approved);
    const reply = await console.addFault({
      service: 'store',
      match: 'POST /api/checkout/process-payment-token',
      fault: 'hold',
    });
    await checkout.pay('$25.00').click();
    await reply.held();
    await expect(checkout.cancel).toBeDisabled();
    await reply.remove();
    await expect(dashboard.success).toContainText('3,500');
    await dashboard.continue.click();
    expect(await payments.sales()).toMatchObject([{ outcome: 'approved', amountCents: 2_500 }]);

    await dashboard.buy('$5.00').click();
    await checkout.cancel.click();
    await expect(checkout.region).toBeHidden();
  });
});

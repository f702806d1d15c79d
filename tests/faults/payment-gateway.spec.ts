import { testCards } from '#tests/browser/screens/checkout.ts';
import { expect, plus, test } from './fixtures.ts';
import { misbehaving } from './gateway-script.ts';

test('the checkout explains a blocked or broken gateway script', async ({
  addresses,
  buyer,
  console,
  customer,
  page,
  pageErrors,
  payments,
  step,
}) => {
  const unavailable = 'Payment system not ready';

  await step('17: a blocked gateway script is explained and can be retried', async () => {
    pageErrors.allowMessage(unavailable);
    pageErrors.allowMessage('Failed to load resource');
    let isThere = false;
    await page.route(`${addresses.gateway}/token/Collect.js`, (route) =>
      isThere ? route.continue() : route.abort('blockedbyclient'),
    );
    await page.reload();
    await buyer.dashboard.buy('$10.00').click();
    await expect(buyer.checkout.failure).toContainText(unavailable);
    await expect(buyer.checkout.failure).toContainText('any ad blocker');
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    await buyer.ledger.filter('Failed').click();
    await expect(buyer.ledger.region).toContainText('No Failed Transactions');
    isThere = true;
    await buyer.checkout.retry.click();
    await buyer.checkout.fillBilling(customer);
    await buyer.checkout.fillCard(testCards.approved);
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });

  for (const [behavior, message] of [
    ['no-global', 'Payment system not ready'],
    ['configure-throws', 'Failed to initialize payment form'],
  ] as const)
    await step(`19: a misbehaving gateway script shows an error: ${behavior}`, async () => {
      pageErrors.allowMessage(`Payment: ${message}`);
      const misbehavior = await console.addFault(misbehaving(behavior));
      await page.reload();
      await buyer.dashboard.buy('$10.00').click();
      await expect(buyer.checkout.failure).toContainText(message);
      await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
      await expect(buyer.checkout.retry).toBeEnabled();
      await misbehavior.remove();
    });
});

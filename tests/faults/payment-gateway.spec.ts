import type { Route } from '@playwright/test';
import { testCards } from '#tests/browser/screens/checkout.ts';
import { expect, gatewayScript, plus, test } from './fixtures.ts';
import { cardFrames, gatewayScripts, misbehaving } from './gateway-script.ts';

// A document has the script from its first form to its end: each step but the first begins with another one.
test('a customer to whom the gateway’s script does not come', async ({
  addresses,
  buyer,
  console,
  page,
  pageErrors,
  payments,
  step,
}) => {
  const unavailable = 'Payment system not ready';

  await step('17: the gateway’s script is forbidden by the content security policy', async () => {
    pageErrors.allowMessage(unavailable);
    pageErrors.allowMessage('Content Security Policy');
    await page.evaluate(() => {
      const policy = document.createElement('meta');
      policy.httpEquiv = 'Content-Security-Policy';
      policy.content = "script-src 'self'";
      document.head.append(policy);
    });
    await buyer.dashboard.buy('$10.00').click();
    await expect(buyer.checkout.failure).toContainText(unavailable);
    await expect(buyer.checkout.retry).toBeEnabled();
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    await buyer.checkout.cancel.click();
    await expect(buyer.checkout.region).toBeHidden();
  });

  await step('17: the gateway’s script hangs for ten seconds', async () => {
    pageErrors.allowMessage(unavailable);
    await console.addFault({ service: 'gateway', match: gatewayScript, fault: 'hang' });
    await page.reload();
    await buyer.dashboard.buy('$10.00').click();
    await expect(buyer.checkout.region).toContainText('Loading the card fields…');
    await expect(buyer.checkout.cancel).toBeEnabled();
    // Timer after timer: the script is given up before the whole form is.
    await page.clock.runFor('00:10');
    await expect(buyer.checkout.failure).toContainText(unavailable);
    await console.clearFaults();
    await buyer.checkout.retry.click();
    await expect(cardFrames(page)).toHaveCount(3);
    await expect(gatewayScripts(page)).toHaveCount(1);
  });

  /** Opens the form of a page whose script is met like this; the function that it answers with lets the script come. */
  const openWithout = async (meets: (route: Route) => Promise<void>): Promise<() => void> => {
    pageErrors.allowMessage(unavailable);
    pageErrors.allowMessage('Failed to load resource');
    let isThere = false;
    await page.route(`${addresses.gateway}/token/Collect.js`, (route) =>
      isThere ? route.continue() : meets(route),
    );
    await page.reload();
    await buyer.dashboard.buy('$10.00').click();
    await expect(buyer.checkout.failure).toContainText(unavailable);
    await expect(buyer.checkout.failure).toContainText('whether a browser extension blocks it');
    await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
    return () => {
      isThere = true;
    };
  };

  await step('17: the gateway’s script is not found', async () => {
    const letIt = await openWithout((route) => route.fulfill({ status: 404 }));
    letIt();
    await buyer.checkout.retry.click();
    await expect(cardFrames(page)).toHaveCount(3);
  });

  await step('17: the gateway’s script is blocked', async () => {
    const letIt = await openWithout((route) => route.abort('blockedbyclient'));
    await buyer.ledger.filter('Failed').click();
    await expect(buyer.ledger.region).toContainText('No Failed Transactions');
    letIt();
    await buyer.checkout.retry.click();
    await buyer.checkout.fillBilling({ firstName: 'Ada', lastName: 'Lovelace', phone: '5551234567' });
    await buyer.checkout.fillCard(testCards.approved);
    await buyer.checkout.pay('$10.00').click();
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });
});

test('a customer to whom the gateway’s script comes once, or comes broken', async ({
  buyer,
  console,
  page,
  pageErrors,
  payments,
  step,
}) => {
  await step('18: the form is mounted again and again', async () => {
    for (const price of ['$5.00', '$25.00', '$50.00', '$10.00']) await buyer.dashboard.buy(price).click();
    await buyer.checkout.cancel.click();
    await buyer.submit('$10.00');
    await expect(gatewayScripts(page)).toHaveCount(1);
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  for (const [behaviour, message] of [
    ['no-global', 'Payment system not ready'],
    ['configure-throws', 'Failed to initialize payment form'],
  ] as const)
    await step(`19: the script misbehaves: ${behaviour}`, async () => {
      pageErrors.allowMessage(`Payment: ${message}`);
      const misbehaviour = await console.addFault(misbehaving(behaviour));
      await page.reload();
      await buyer.dashboard.buy('$10.00').click();
      await expect(buyer.checkout.failure).toContainText(message);
      await expect(buyer.checkout.pay('$10.00')).toBeDisabled();
      await buyer.checkout.retry.click();
      await expect(buyer.checkout.failure).toContainText(message);
      await misbehaviour.remove();
    });

  await step('19: a script that is well again takes a payment', async () => {
    await page.reload();
    await buyer.submit('$10.00');
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });
});

import { randomUUID } from 'node:crypto';
import { paymentsOf } from '#tests/browser/payments.ts';
import { test as base, confirming, expect, lost, paymentRequest, plus } from './fixtures.ts';

/**
 * A store API without Idempotency-Key: the app can't repeat a request, and only the ledger shows the outcome.
 * The route adds a key that the page doesn't know, so that the test can identify each sale.
 */
const test = base.extend({
  payments: async ({ context, console }, use) => {
    const keys: string[] = [];
    await context.route('**/api/checkout/process-payment-token', (route) => {
      const headers = route.request().headers();
      expect(headers).not.toHaveProperty('idempotency-key');
      if (route.request().method() !== 'POST') return route.continue();
      const key = randomUUID();
      keys.push(key);
      return route.continue({ headers: { ...headers, 'idempotency-key': key } });
    });
    await use(paymentsOf(console, keys));
  },
  page: async ({ page, context }, use) => {
    await context.route('**/config.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), idempotencyKey: false } });
    });
    await use(page);
  },
});

const ledgerRead = {
  service: 'store',
  match: 'GET /api/transactions/history',
  query: { limit: '100' },
} as const;

test('without keys, a customer who has bought before', async ({
  buyer,
  console,
  pageErrors,
  payments,
  step,
}) => {
  // An earlier purchase, which the app must not mistake for those in the steps.
  await buyer.submit('$10.00');
  await buyer.receives('1,300');

  await step('without keys, a purchase is found after a reload', async () => {
    buyer.page.on('dialog', (dialog) => dialog.accept());
    const held = await console.addFault({ service: 'store', match: paymentRequest, fault: 'hold', times: 1 });
    await buyer.submit('$10.00');
    await held.held();
    await buyer.page.reload();
    await buyer.receives('1,300');
    await held.remove();
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step(
    'without keys, an earlier purchase is never mistaken for one whose request was lost',
    async () => {
      pageErrors.allowMessage(lost);
      pageErrors.allowMessage("Payment: We can't confirm yet");
      await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-before' });
      const asked = await console.addFault({ ...ledgerRead, after: 1, fault: 'delay', delayMs: 0 });
      await buyer.submit('$10.00');
      await expect(buyer.checkout.region).toContainText(confirming);
      await asked.struck();
      await expect(buyer.checkout.region).toContainText(confirming);
      await buyer.page.clock.fastForward('01:00');
      await expect(buyer.checkout.region).toContainText('Your payment is pending');
      await expect(buyer.dashboard.success).toBeHidden();
      expect(await payments.sales()).toEqual([]);
      await buyer.checkout.region.getByRole('button', { name: 'Dismiss' }).click();
      await expect(buyer.dashboard.buy('$10.00')).toBeEnabled();
    },
  );
});

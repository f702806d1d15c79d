import { randomUUID } from 'node:crypto';
import { stopClock } from '#tests/browser/page-clock.ts';
import { paymentsOf } from '#tests/browser/payments.ts';
import { test as base, confirming, expect, lost, paymentRequest, plus } from './fixtures.ts';

/**
 * A store API that takes no Idempotency-Key: a request can't be repeated, and nothing but the ledger tells of it. On the
 * way to the store each request gets a key that no page knows of, so that its sale can be told from others here.
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

/** The whole ledger, as it is read before and after a payment. */
const ledgerRead = {
  service: 'store',
  match: 'GET /api/transactions/history',
  query: { limit: '100' },
} as const;
const day = 24 * 60 * 60 * 1000;

test('without keys, a customer who has bought before', async ({
  addresses,
  buyer,
  console,
  pageErrors,
  payments,
  step,
  traffic,
}) => {
  // What the ledger holds of it must not be taken for what is bought in the steps.
  await buyer.submit('$10.00');
  await buyer.receives('1,300');

  await step(
    'without keys, nothing is sent where the ledger can’t be read before, and the next try pays',
    async () => {
      pageErrors.allowResponse(`${addresses.store}/api/transactions/history`, 500);
      pageErrors.allowMessage('Payment: Your payment was not started');
      const unreadable = await console.addFault({ ...ledgerRead, fault: 'status', status: 500 });
      await buyer.submit('$10.00');
      await expect(buyer.checkout.failure).toContainText('your earlier purchases could not be read');
      await expect(buyer.checkout.failure).toContainText('You have not been charged. Please try again.');
      expect(payments.keys()).toEqual([]);
      expect(await payments.sales()).toEqual([]);
      await unreadable.remove();
      await buyer.checkout.pay('$10.00').click();
      await buyer.receives('1,300');
      expect(traffic.tokensGiven()).toBe(2);
      expect(await payments.sales()).toMatchObject([plus]);
    },
  );

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

  await step('without keys, the purchase before is never taken for one whose request was lost', async () => {
    pageErrors.allowMessage(lost);
    pageErrors.allowMessage('Payment: We could not find out yet');
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
    await buyer.checkout.region.getByRole('button', { name: 'I understand, continue' }).click();
    await expect(buyer.dashboard.buy('$10.00')).toBeEnabled();
  });

  for (const [what, offset] of [
    ['a day behind', -day],
    ['a day ahead', day],
  ] as const)
    await step(
      `without keys, a lost reply of a store whose customer’s clock is ${what} is found in the ledger`,
      async () => {
        pageErrors.allowMessage(lost);
        await buyer.page.clock.setSystemTime(Date.now() + offset);
        await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-after', times: 1 });
        await buyer.submit('$10.00');
        await buyer.receives('1,300');
        expect(await payments.sales()).toMatchObject([plus]);
      },
    );
});

test('without keys, a customer with two tabs', async ({
  buyer,
  console,
  context,
  openTab,
  pageErrors,
  payments,
  step,
}) => {
  const second = await openTab();

  await step('without keys, one of two tabs is not told that the other’s purchase is its own', async () => {
    pageErrors.allowMessage(lost);
    await second.fill('$10.00');
    const hanging = await console.addFault({
      service: 'store',
      match: paymentRequest,
      fault: 'reset-before',
      times: 1,
    });
    await buyer.submit('$10.00');
    await hanging.struck();
    await expect(buyer.checkout.region).toContainText(confirming);
    await stopClock(buyer.page, 5_000);
    await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-after', times: 1 });
    await second.checkout.pay('$10.00').click();
    await expect(second.checkout.region).toContainText(confirming);
    await expect.poll(() => payments.sales()).toMatchObject([plus]);
    const asked = await console.addFault({ ...ledgerRead, fault: 'delay', delayMs: 0 });
    await context.clock.runFor(4_000);
    await asked.struck(2);
    await expect(second.checkout.region).toContainText(confirming);
    await expect(buyer.checkout.region).toContainText(confirming);
    await buyer.checkout.region.getByRole('button', { name: 'Stop waiting', exact: true }).click();
    await buyer.checkout.region.getByRole('button', { name: 'I understand, continue', exact: true }).click();
    await context.clock.resume();
    await second.receives('1,300');
    await expect(buyer.dashboard.success).toBeHidden();
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('without keys, each of two tabs finds its own purchase', async () => {
    pageErrors.allowMessage(lost);
    await second.fill('$10.00');
    await buyer.fill('$10.00');
    await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-after', times: 2 });
    await buyer.checkout.pay('$10.00').click();
    await second.checkout.pay('$10.00').click();
    for (const { dashboard } of [buyer, second])
      await expect(dashboard.success).toContainText('1,300 credits are in your account.');
    await expect.poll(() => payments.sales()).toMatchObject([plus, plus]);
    // The tabs may write at the same moment, and tell each other what was written over.
    await expect
      .poll(async () => JSON.stringify(await context.storageState()))
      .not.toContain('coffer.attempts');
  });
});

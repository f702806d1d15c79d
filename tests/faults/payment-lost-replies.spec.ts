import { confirming, expect, holdSale, lost, paymentPath, paymentRequest, plus, test } from './fixtures.ts';

test('lost, late or failed responses never lose or repeat a payment', async ({
  buyer,
  console,
  pageErrors,
  payments,
  step,
}) => {
  const slow = 'a late response only delays the outcome';
  const repeated = 'a repeated attempt waits for the first';

  await step('1: a connection reset after the charge doesn’t lose the payment', async () => {
    pageErrors.allowMessage(lost);
    await console.addFault({ service: 'store', match: paymentRequest, fault: 'reset-after', times: 1 });
    await buyer.submit('$10.00');
    await buyer.receives('1,300');
    expect(new Set(payments.keys()).size).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step(`3: ${slow}; 5: ${repeated}`, async () => {
    const inProgress = pageErrors.allowResponse('store', paymentPath, 409);
    const sale = await holdSale(console);
    await buyer.submit('$10.00');
    await sale.held();
    // Let the page abort and retry. The store still handles the first request, so the retry gets a 409.
    await buyer.page.clock.fastForward('00:30');
    await expect(buyer.checkout.region).toContainText(confirming);
    await inProgress.occurred();
    await expect(buyer.checkout.region).toContainText(confirming);
    await console.clearFaults();
    await buyer.receives('1,300');
    expect(new Set(payments.keys()).size).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });

  await step('23: a balance that can’t be read after a payment shows as updating', async () => {
    pageErrors.allowResponse('store', '/api/credits/balance', 500);
    await buyer.fill('$10.00');
    await console.addFault({
      service: 'store',
      match: 'GET /api/credits/balance',
      fault: 'status',
      status: 500,
    });
    await buyer.checkout.pay('$10.00').click();
    await expect(buyer.dashboard.success).toContainText('Added 1,300 credits.');
    await expect(buyer.dashboard.balance).toContainText('Your balance is updating…');
    await expect(buyer.dashboard.success).toBeVisible();
    await console.clearFaults();
    await buyer.page.clock.fastForward('00:05');
    await expect(buyer.dashboard.balance).not.toContainText('Your balance is updating…');
    await buyer.receives('1,300');
    expect(await payments.sales()).toMatchObject([plus]);
  });
});

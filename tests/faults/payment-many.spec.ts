import { stopClock } from '#tests/browser/page-clock.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { expect, paymentRequest, test } from './fixtures.ts';

const plus = { outcome: 'approved', amountCents: 1000 };

for (const way of ['clicks', 'Enters'] as const) {
  test(`8: ten ${way} in 100 ms`, async ({ buyer, payments, traffic }) => {
    await buyer.fill('$10.00');
    await buyer.checkout.pay('$10.00').evaluate((button: HTMLButtonElement, submits) => {
      for (let times = 0; times < 10; times += 1) {
        if (submits) button.form?.requestSubmit();
        else button.click();
      }
    }, way === 'Enters');
    await buyer.receives('1,300');
    expect(payments.keys()).toHaveLength(1);
    expect(traffic.tokensGiven()).toBe(1);
    expect(await payments.sales()).toMatchObject([plus]);
  });
}

test('22: two tabs buy at once', async ({ buyer, console, context, openTab, payments }) => {
  const elsewhere = 'You are buying Plus in another tab.';
  const second = await openTab();
  await second.fill('$5.00');
  // The first tab waits for its answer until its clock is moved on.
  const hanging = await console.addFault({
    service: 'store',
    match: paymentRequest,
    fault: 'hang',
    times: 1,
  });
  await buyer.submit('$10.00');
  await hanging.struck();
  await stopClock(buyer.page, 5_000);
  await expect(second.checkout.region).toContainText(elsewhere);
  const third = await context.newPage();
  await third.goto('/dashboard');
  const { dashboard } = screensOf(third);
  await expect
    .poll(async () => {
      await context.clock.runFor(200);
      const told = dashboard.packages.getByText(elsewhere);
      return (await told.isVisible()) && (await dashboard.buy('$10.00').isVisible());
    }, 'a tab that is opened meanwhile is told of it')
    .toBe(true);
  await expect(dashboard.buy('$10.00')).toBeEnabled();
  await third.close();
  await context.clock.resume();
  await second.checkout.pay('$5.00').click();
  await second.receives('500');
  await expect(buyer.checkout.region).toContainText('Processing your payment…');
  await buyer.page.clock.fastForward('00:30');
  await buyer.receives('1,300');
  await expect(second.dashboard.balance.getByRole('status')).toHaveText('1,800 Credits');
  await expect(second.page.getByText(elsewhere)).toHaveCount(0);
  expect(new Set(payments.keys()).size).toBe(2);
  expect(await payments.sales()).toMatchObject([{ outcome: 'approved', amountCents: 500 }, plus]);
});

test('23: the balance cannot be read after the payment', async ({
  addresses,
  buyer,
  console,
  pageErrors,
  payments,
}) => {
  pageErrors.allowResponse(`${addresses.store}/api/credits/balance`, 500);
  await buyer.fill('$10.00');
  await console.addFault({
    service: 'store',
    match: 'GET /api/credits/balance',
    fault: 'status',
    status: 500,
  });
  await buyer.checkout.pay('$10.00').click();
  await expect(buyer.dashboard.success).toContainText('1,300 credits are in your account.');
  await expect(buyer.dashboard.balance).toContainText('Your balance is updating…');
  await expect(buyer.dashboard.success).toBeVisible();
  await console.clearFaults();
  await buyer.page.clock.fastForward('00:05');
  await expect(buyer.dashboard.balance).not.toContainText('Your balance is updating…');
  await buyer.receives('1,300');
  expect(await payments.sales()).toMatchObject([plus]);
});

import { stopClock } from '#tests/browser/page-clock.ts';
import { screensOf } from '#tests/browser/screens/index.ts';
import { expect, paymentRequest, plus, test } from './fixtures.ts';

test('22: two tabs can buy at the same time', async ({ buyer, console, context, openTab, payments }) => {
  const elsewhere = "You're already buying Plus in another tab.";
  const second = await openTab();
  await second.fill('$5.00');
  // Keep the first tab waiting for its response until its clock advances.
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
    }, 'a tab opened during the purchase shows it')
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

import { expect, test } from '#tests/browser/fixtures.ts';
import { testCards } from '#tests/browser/screens/checkout.ts';

const reason = 'Your card was declined. Please try another card or contact your bank.';

test('a declined card costs nothing, and another card pays once', async ({
  page,
  addresses,
  customer,
  session,
  screens: { dashboard, checkout, ledger, notices },
  pageErrors,
  payments,
}) => {
  pageErrors.allowResponse(`${addresses.store}/api/checkout/process-payment-token`, 402);
  pageErrors.allowMessage(`Payment: ${reason}`);

  await session.openAs(customer);
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');

  await test.step('the first card is declined', async () => {
    await dashboard.buy('$5.00').click();
    await checkout.fill(customer, testCards.declined);
    await checkout.pay('$5.00').click();
    await expect(notices.toast(reason)).toBeVisible();
    await expect(checkout.region.getByText(reason)).toBeVisible();
    await expect(dashboard.success).toBeHidden();
    expect(await payments.sales()).toMatchObject([{ outcome: 'declined', amountCents: 500 }]);
    await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
    await expect(ledger.figure('Total Transactions')).toHaveText('1');
    await expect(ledger.region).toContainText('No Completed Transactions');
    await expect(ledger.region).not.toContainText('Your first purchase will appear here.');
  });

  await test.step('another card pays', async () => {
    await checkout.fillCard(testCards.approved);
    await checkout.pay('$5.00').click();
    await expect(dashboard.success).toContainText('500');
    await page.keyboard.press('Escape');
    await expect(dashboard.success).toBeHidden();
    await expect(dashboard.balance.getByRole('status')).toHaveText('500 Credits');
    expect(await payments.sales()).toMatchObject([
      { outcome: 'declined', amountCents: 500 },
      { outcome: 'approved', amountCents: 500 },
    ]);
  });

  await test.step('the ledger shows both', async () => {
    await expect(ledger.rows).toHaveCount(1);
    await expect(ledger.cell('Status')).toHaveText('Completed');
    await ledger.filter('Failed').click();
    await expect(ledger.cell('Status')).toHaveText('Failed');
    await expect(ledger.rows).toHaveCount(1);
    await expect(ledger.cell('Credits')).toHaveText('0');
    await expect(ledger.next).toBeHidden();
    await expect(page).toHaveURL('/dashboard?status=failed');
    await ledger.open(0);
    await expect(ledger.fact('Status')).toHaveText(/^FailedYour card was declined\. Please try another card/);
    await expect(ledger.print).toBeHidden();
  });
});

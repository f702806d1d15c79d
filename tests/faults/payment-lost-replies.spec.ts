import { networkQuiet, watchNetwork } from '../browser/network-quiet.ts';
import { confirming, expect, holdSale, lost, paymentPath, paymentRequest, plus, test } from './fixtures.ts';

const pagination = { total_pages: 0, total_items: 0 };

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

  await step(
    'an outcome that stays unknown is set aside, also after a reload, until it is known',
    async () => {
      const { checkout, dashboard, page } = buyer;
      const row = page
        .getByRole('status')
        .filter({ hasText: "We still can't confirm your payment for Plus." });
      const dialog = page.getByRole('dialog', { name: 'Dismiss this warning?', exact: true });
      watchNetwork(page);
      pageErrors.allowMessage(lost);
      for (const match of [paymentRequest, 'GET /api/checkout/attempts/*', 'DELETE /api/checkout/attempts/*'])
        await console.addFault({ service: 'store', match, fault: 'reset-after' });
      await console.reply('GET /api/transactions/history', { transactions: [], pagination }, { times: 99 });
      await buyer.submit('$10.00');
      await checkout.region.getByRole('button', { name: 'Stop waiting', exact: true }).click();
      await expect(dashboard.buy('$10.00')).toBeDisabled();
      await expect(dashboard.buy('$10.00')).toHaveAccessibleDescription(/Payment pending$/);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await checkout.region.getByRole('button', { name: 'Copy the reference', exact: true }).click();
      await expect(checkout.region).toContainText('Copied');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payments.keys().at(-1));

      const dismiss = { name: 'Dismiss', exact: true } as const;
      await checkout.region.getByRole('button', dismiss).click();
      await dialog.getByRole('button', { name: 'Keep the warning', exact: true }).click();
      await expect(checkout.region).toContainText('Your payment is pending');
      await checkout.region.getByRole('button', dismiss).click();
      await dialog.getByRole('button', dismiss).click();
      await expect(dashboard.packages.getByRole('heading', { name: 'Credit Packages' })).toBeFocused();

      for (const visit of ['this visit', 'the next visit'])
        await test.step(visit, async () => {
          await expect(row).toContainText(payments.keys().at(-1) ?? '');
          await expect(dashboard.buy('$25.00')).toBeEnabled();
          await expect(dashboard.buy('$25.00')).toHaveAccessibleDescription(/Payment pending$/);
          await dashboard.buy('$25.00').click();
          await expect(checkout.region.filter({ has: row })).toBeVisible();
          await networkQuiet(page);
          if (visit === 'the next visit') await console.clearFaults();
          await page.reload();
        });
      await buyer.receives('1,300');
      await expect(row).toHaveCount(0);
      expect(await payments.sales()).toMatchObject([plus]);
    },
  );

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

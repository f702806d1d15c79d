import { completedTransaction } from '#tests/transactions.ts';
import { expect, test } from './fixtures.ts';

test('the ledger explains empty lists and shows times in Chicago', async ({
  page,
  customer,
  console,
  pageErrors,
  session,
  step,
  screens: { ledger },
}) => {
  await session.openAs(customer);

  await step('an empty ledger and each empty filter show a message', async () => {
    for (const [filter, status] of [
      ['Completed', 'completed'],
      ['Pending', 'pending'],
      ['Failed', 'failed'],
      ['Refunded', 'refunded'],
    ] as const) {
      await ledger.filter(filter).click();
      const message = ledger.region.getByRole('status').filter({ hasText: `No ${filter} Transactions` });
      await expect(message.getByRole('heading')).toHaveText(`No ${filter} Transactions`);
      await expect(message.getByRole('paragraph')).toHaveText([
        `No transactions found with "${status}" status.`,
        'Try selecting a different filter',
        'Your first purchase will appear here.',
      ]);
    }
    await ledger.filter('All').click();
    await expect(ledger.region.getByRole('heading', { name: 'Treasury Ledger Empty' })).toBeVisible();
  });

  await step('the ledger shows the welcome state to a user without a customer record', async () => {
    pageErrors.allowResponse('store', '/api/transactions/history', 404);
    const detail = 'Customer not found';
    await console.reply('GET /api/transactions/history', { detail }, { status: 404, times: 10 });
    await page.reload();
    await expect(ledger.region.getByRole('heading', { name: 'Welcome to Your Treasury!' })).toBeVisible();
    await expect(ledger.region).toContainText(
      'Make your first credit purchase to activate your transaction history.',
    );
  });

  await step('a row shows the Chicago time to the minute, and its details show the seconds', async () => {
    const transaction = {
      ...completedTransaction,
      id: 'a1b2c3d4-0000-4000-8000-000000000001',
      transaction_date: '2026-07-04T18:05:09Z',
      ionic_transaction_id: '',
    };
    pageErrors.allowResponse('store', `/api/transactions/${transaction.id}/refund`, 404);
    const history = { transactions: [transaction], pagination: { total_pages: 1, total_items: 1 } };
    await console.reply('GET /api/transactions/history', history, { times: 10 });
    await page.reload();
    await expect(ledger.rows.first()).toContainText('Jul 04, 2026');
    await expect(ledger.rows.first()).toContainText('1:05 PM');
    await expect(ledger.cell('Transaction ID')).toHaveText('a1b2c3d4…');
    await ledger.open(0);
    await expect(ledger.fact('Date (CT)')).toHaveText('Jul 04, 2026 1:05:09 PM');
    await expect(ledger.fact('Transaction ID')).toHaveText(transaction.id);
    await expect(ledger.fact('Gateway transaction ID')).toHaveText('N/A');
    await page.keyboard.press('Escape');
  });
});

import { expect, test } from 'vitest';
import { withUsualStamps } from '#services/store/store.ts';
import { completedTransaction, partRefund } from '#tests/transactions.ts';

const pageOf = (...stamps: readonly (string | null)[]) => ({
  transactions: stamps.map((transaction_date) => ({ ...completedTransaction, transaction_date })),
  pagination: { total_pages: 1, total_items: stamps.length },
});

test('a page whose timestamps are usual or missing is returned unchanged', async () => {
  const page = pageOf('2026-11-01T06:30:00Z', '2026-11-01T01:30:00.250-06:00', null);
  expect(await withUsualStamps(page)).toBe(page);
});

test('other ISO 8601 timestamps are converted, and unreadable timestamps are kept', async () => {
  const others = ['20261101T063000Z', '2026-11-01', '2026-305T06:30Z'];
  const unchanged = ['yesterday', null, '2026-11-01T06:30:00Z'];
  const { transactions, ...rest } = await withUsualStamps(pageOf(...others, ...unchanged));
  expect(transactions.map(({ transaction_date }) => transaction_date)).toEqual([
    '2026-11-01T06:30:00.000Z',
    '2026-11-01T00:00:00.000Z',
    '2026-11-01T06:30:00.000Z',
    ...unchanged,
  ]);
  expect(rest).toEqual({ pagination: { total_pages: 1, total_items: 6 } });
});

test('reversal timestamps are converted like transaction timestamps', async () => {
  const reversals = [
    { ...partRefund, date: '20261101T063000Z' },
    { ...partRefund, date: null },
  ];
  const page = pageOf('2026-11-01T06:30:00Z');
  const { transactions } = await withUsualStamps({
    ...page,
    transactions: page.transactions.map((transaction) => ({ ...transaction, reversals })),
  });
  expect(transactions[0]?.reversals.map(({ date }) => date)).toEqual(['2026-11-01T06:30:00.000Z', null]);
});

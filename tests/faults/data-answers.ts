import { completedTransaction } from '#tests/transactions.ts';
import type { AddedFault, Console } from '../browser/console.ts';

export const historyMatch = 'GET /api/transactions/history';

export const row = (changes: object = {}) => ({
  ...completedTransaction,
  id: 'a1b2c3d4-0000-4000-8000-000000000001',
  transaction_date: '2026-11-01T06:30:00Z',
  ionic_transaction_id: '7000001',
  ionic_order_id: 'a1b2c3d4-0000-4000-8000-00000000000a',
  ...changes,
});

export const onlyPage = (transactions: readonly object[]): string =>
  JSON.stringify({ transactions, pagination: { total_pages: 1, total_items: transactions.length } });

export const answerHistory = (console: Console, body: string): Promise<AddedFault> =>
  console.addFault({ service: 'store', match: historyMatch, fault: 'malformed', status: 200, body });

import { expect, test } from 'vitest';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import type { LedgerTransaction } from '#machines/ledger.types.ts';
import { inEveryTimeZone } from '../time-zones.ts';

const transaction: LedgerTransaction = {
  id: 'tx-1',
  product_name: '=Plus, "large"',
  transaction_date: '2026-11-01T07:30:00Z',
  status: 'settling',
  amount_display: '$10.00',
  credits_received: 1_200,
  bonus_credits: 100,
  total_credits: 1_300,
  balance_after_transaction: null,
  ionic_transaction_id: '',
  ionic_order_id: 'order-1',
};

inEveryTimeZone(() => {
  test('a transaction is a line under its headings', () => {
    expect(ledgerCsvHead()).toBe(
      '\uFEFFDate (Chicago),Date (UTC),Package,Status,Amount,Credits received,Bonus credits,Total credits,' +
        'Balance after,Transaction ID,Gateway transaction ID,Order ID\r\n',
    );
    expect(ledgerCsvRows([transaction])).toBe(
      `"Nov 01, 2026 1:30:00 AM",2026-11-01T07:30:00.000Z,"'=Plus, ""large""",Pending,$10.00,1200,100,1300,,tx-1,,order-1\r\n`,
    );
  });
});

test('what can not be read is kept as it came or left empty, and never drops the row', () => {
  const empty: LedgerTransaction = {
    ...transaction,
    id: null,
    product_name: null,
    transaction_date: 'yesterday',
    status: null,
    amount_display: null,
    credits_received: null,
    bonus_credits: null,
    total_credits: null,
    ionic_order_id: null,
  };
  expect(ledgerCsvRows([empty, empty])).toBe(',yesterday,,Pending,,,,,,,,\r\n'.repeat(2));
});

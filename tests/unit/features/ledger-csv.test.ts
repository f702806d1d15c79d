import { expect, test } from 'vitest';
import type { Transaction } from '#contract/transactions.ts';
import { ledgerCsvHead, ledgerCsvRows } from '#features/ledger/ledger-csv.ts';
import { blankTransaction, completedTransaction, partRefund } from '#tests/transactions.ts';
import { inEveryTimeZone } from '../time-zones.ts';

const transaction: Transaction = {
  ...completedTransaction,
  id: 'tx-1',
  product_name: '=Plus, "large"',
  transaction_date: '2026-11-01T07:30:00Z',
  status: 'settling',
  balance_after_transaction: null,
  ionic_transaction_id: '',
  ionic_order_id: 'order-1',
};

inEveryTimeZone(() => {
  test('the ledger’s CSV has a header row, and a row for each transaction', () => {
    expect(ledgerCsvHead()).toBe(
      '\uFEFFDate (CT),Date (UTC),Package,Status,Amount (USD),Amount refunded (USD),Credits received,Bonus credits,Total credits,' +
        'Credits refunded,Balance after (credits),Transaction ID,Gateway transaction ID,Order ID,Automatic\r\n',
    );
    expect(ledgerCsvRows([transaction])).toBe(
      `2026-11-01 01:30:00,2026-11-01 07:30:00,"'=Plus, ""large""",Pending,10.00,,1200,100,1300,,,tx-1,,order-1,\r\n`,
    );
    expect(ledgerCsvRows([{ ...transaction, is_automatic: true }])).toContain(',order-1,Yes\r\n');
  });
});

test.each([
  ['completed', 'Completed,10.00,,1200,100,1300,,1300'],
  ['failed', 'Failed,10.00,,0,0,0,,1300'],
  ['refunded', 'Refunded,10.00,10.00,1200,100,1300,1300,1300'],
])('the row of a %s purchase has the credits received and the credits refunded', (status, columns) => {
  expect(ledgerCsvRows([{ ...completedTransaction, status }])).toContain(`,${columns},`);
});

test.each([
  ['$1,299.00', '1299.00'],
  ['$1,299', '1299'],
  ['1.299,00 €', '"1.299,00 €"'],
  [' -$5.00', '" -$5.00"'],
])('the amount %s is written as %s', (amount_display, cell) => {
  expect(ledgerCsvRows([{ ...completedTransaction, amount_display }])).toContain(`,Completed,${cell},,1200,`);
});

test('the credits that partial refunds removed are added up', () => {
  const silent = { ...partRefund, credits: null };
  const rowWith = (...reversals: (typeof partRefund)[]) =>
    ledgerCsvRows([{ ...completedTransaction, reversals }]);
  expect(rowWith(partRefund, silent, partRefund)).toContain(',Completed,10.00,,1200,100,1300,1040,1300,');
  expect(rowWith(silent)).toContain(',Completed,10.00,4.00,1200,100,1300,,1300,');
});

test.each([
  [
    'the sum that the store gives',
    { refunded_display: '$8.00', reversals: [partRefund, partRefund] },
    '8.00',
  ],
  ['the amount of the only reversal if the store gives no sum', { reversals: [partRefund] }, '4.00'],
  ['the whole amount of a refunded purchase', { status: 'refunded' }, '10.00'],
  ['empty for several reversals without a sum', { reversals: [partRefund, partRefund] }, ''],
])('the refunded amount in the CSV is %s', (_, changes, refunded) => {
  expect(ledgerCsvRows([{ ...completedTransaction, ...changes }])).toContain(`,10.00,${refunded},1200,`);
});

test('unreadable values are copied or left empty in the CSV, and never drop a row', () => {
  const empty: Transaction = { ...blankTransaction, transaction_date: 'yesterday' };
  expect(ledgerCsvRows([empty, empty])).toBe(',yesterday,,Pending,,,,,,,,,,,\r\n'.repeat(2));
});

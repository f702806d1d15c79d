import { expect, test } from 'vitest';
import type { Transaction } from '#contract/transactions.ts';
import { displayDetails } from '#features/ledger/displayed-details.ts';
import { blankTransaction, completedTransaction, partRefund } from '#tests/transactions.ts';

const transaction: Transaction = {
  ...completedTransaction,
  id: '3f0e5b1c-6c1f-4c27-9e8e-0a1b2c3d4e5f',
  transaction_date: '2026-07-04T18:05:09Z',
  amount_display: '$24.99',
  credits_received: 3000,
  bonus_credits: 250,
  total_credits: 3250,
  balance_after_transaction: 12_345,
};

test('displayDetails formats every field of a complete transaction', () => {
  expect(displayDetails(transaction)).toEqual({
    id: '3f0e5b1c-6c1f-4c27-9e8e-0a1b2c3d4e5f',
    shortId: '3f0e5b1c…',
    packageName: 'Plus',
    status: 'completed',
    date: 'Jul 04, 2026',
    time: '1:05 PM',
    exact: 'Jul 04, 2026 1:05:09 PM',
    amount: '$24.99',
    card: '',
    failureReason: '',
    credits: '3,000',
    bonusCredits: '250',
    totalCredits: '3,250',
    rowCredits: '3,250',
    balance: '12,345',
    gatewayId: 'g1',
    orderId: 'o1',
    reversals: [],
    isAutomatic: undefined,
    isPartlyRefunded: false,
  });
});

test('displayDetails shows N/A for each missing value of an empty transaction', () => {
  const { id, status, time, card, failureReason, reversals, isAutomatic, isPartlyRefunded, ...words } =
    displayDetails(blankTransaction);
  expect({ id, status, time, card, failureReason }).toEqual({
    id: null,
    status: 'pending',
    time: '',
    card: '',
    failureReason: '',
  });
  expect({ reversals, isAutomatic, isPartlyRefunded }).toEqual({
    reversals: [],
    isAutomatic: undefined,
    isPartlyRefunded: false,
  });
  expect(new Set(Object.values(words))).toEqual(new Set(['N/A']));
});

test.each<[string, Partial<Transaction>, object]>([
  ['an empty id', { id: '' }, { id: null, shortId: 'N/A' }],
  ['an automatic top-up', { is_automatic: true }, { isAutomatic: true }],
  ['an empty gateway id', { ionic_transaction_id: '' }, { gatewayId: 'N/A' }],
  ['an invalid date', { transaction_date: 'soon' }, { date: 'N/A', time: '', exact: 'N/A' }],
  ['an unknown status', { status: 'disputed' }, { status: 'pending' }],
  ['a failed purchase', { status: 'failed' }, { credits: '0', bonusCredits: '0', totalCredits: '0' }],
  [
    'a refunded purchase',
    { status: 'refunded', bonus_credits: 0 },
    { credits: '3,000', bonusCredits: '0', totalCredits: '3,250', rowCredits: '3,250' },
  ],
  ['a refunded purchase of unknown size', { status: 'refunded', total_credits: null }, { rowCredits: 'N/A' }],
  ['a card', { card: { brand: 'VISA', last4: '1111' } }, { card: 'Visa ending in 1111' }],
  ['a card of another brand', { card: { brand: 'elo', last4: '0005' } }, { card: 'Card ending in 0005' }],
  ['a card of no brand', { card: { brand: null, last4: '0005' } }, { card: 'Card ending in 0005' }],
  [
    'a failed purchase with its reason',
    { status: 'failed', failure_reason: ' Your card was declined. ' },
    { failureReason: 'Your card was declined.' },
  ],
  ['a reason of a purchase that did not fail', { failure_reason: 'Declined.' }, { failureReason: '' }],
  ['a number that is not exact', { total_credits: 2 ** 60 }, { totalCredits: 'N/A' }],
  ['a long text', { product_name: 'x'.repeat(10_000) }, { packageName: `${'x'.repeat(120)}…` }],
])('displayDetails formats %s', (_, part, shown) => {
  expect(displayDetails({ ...transaction, ...part })).toMatchObject(shown);
});

test('a transaction’s refunds are formatted in order', () => {
  const blank = { kind: null, date: null, amount_display: null, credits: null };
  const canceled = { ...partRefund, kind: 'void', date: '2026-07-05', credits: 0 };
  const reversals = [partRefund, canceled, { ...blank, kind: 'chargeback' }, { ...blank, kind: 'gift' }];
  const shown = displayDetails({ ...transaction, reversals });
  expect(shown).toMatchObject({ status: 'completed', totalCredits: '3,250', isPartlyRefunded: true });
  expect(shown.reversals).toEqual([
    {
      place: 1,
      what: 'Refunded to your card',
      exact: 'Nov 21, 2026 12:05:09 PM',
      amount: '$4.00',
      credits: 'Credits removed: 520',
    },
    {
      place: 2,
      what: 'Payment canceled before your card was charged',
      exact: 'N/A',
      amount: '$4.00',
      credits: 'Credits removed: 0',
    },
    { place: 3, what: 'Reversed by your bank', exact: 'N/A', amount: 'N/A', credits: 'Credits removed: N/A' },
    { place: 4, what: 'Refunded', exact: 'N/A', amount: 'N/A', credits: 'Credits removed: N/A' },
  ]);
});

test('displayDetails does not show a fully refunded purchase as partly refunded', () => {
  const whole = { ...transaction, status: 'refunded', reversals: [partRefund] };
  expect(displayDetails(whole).isPartlyRefunded).toBe(false);
});

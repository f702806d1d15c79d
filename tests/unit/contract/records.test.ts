import * as v from 'valibot';
import { expect, test } from 'vitest';
import { balanceSchema } from '#contract/account.ts';
import { activitySchema } from '#contract/activity.ts';
import { productSchema } from '#contract/products.ts';
import { paymentRequestSchema, purchaseSchema } from '#contract/purchases.ts';
import { historySchema, summarySchema, transactionSchema } from '#contract/transactions.ts';
import { billing, plus, purchase, summary } from '#tests/purchases.ts';
import { blankTransaction, completedTransaction, partRefund } from '#tests/transactions.ts';

const history = { transactions: [completedTransaction], pagination: { total_pages: 1, total_items: 1 } };
const activity = {
  entries: [
    {
      id: '7',
      kind: 'spend',
      description: null,
      credits: -5,
      balance_after: 1_295,
      date: '2026-11-20T18:00:00.000Z',
    },
  ],
  next: '7',
};
const payment = { product_id: 'plus', payment_token: 'tok-1', billing_address: billing };

test.each<[string, v.GenericSchema, object]>([
  ['a product', productSchema, plus],
  ['a balance', balanceSchema, { balance: 1_300 }],
  ['a payment', paymentRequestSchema, payment],
  ['a purchase', purchaseSchema, purchase],
  ['a transaction', transactionSchema, completedTransaction],
  ['a part-refunded transaction', transactionSchema, { ...completedTransaction, reversals: [partRefund] }],
  [
    'a transaction with a card',
    transactionSchema,
    {
      ...completedTransaction,
      card: { brand: null, last4: '1111' },
      refunded_display: '$4.00',
      failure_reason: 'Declined.',
    },
  ],
  ['a page of the history', historySchema, history],
  ['a summary', summarySchema, summary],
  ['a page of the activity', activitySchema, activity],
])('%s is read with every field of the response', (_, schema, record) => {
  expect(v.parse(schema, record)).toEqual(record);
});

test.each([{}, { reversals: null }])('a transaction without reversals is parsed from %j', (record) => {
  expect(v.parse(transactionSchema, record)).toEqual(blankTransaction);
});

test('a reversal is kept even if its details are unknown', () => {
  const reversals = [{}, { ...partRefund, credits: null }];
  expect(v.parse(transactionSchema, { reversals }).reversals).toEqual([
    { kind: null, date: null, amount_display: null, credits: null },
    { ...partRefund, credits: null },
  ]);
});

import type { Reversal, Transaction } from '#contract/transactions.ts';

export const completedTransaction: Transaction = {
  id: 't1',
  product_name: 'Plus',
  transaction_date: '2026-11-20T12:00:00Z',
  status: 'completed',
  amount_display: '$10.00',
  credits_received: 1_200,
  bonus_credits: 100,
  total_credits: 1_300,
  balance_after_transaction: 1_300,
  ionic_transaction_id: 'g1',
  ionic_order_id: 'o1',
  reversals: [],
  refunded_display: null,
  failure_reason: null,
  card: null,
};

export const partRefund: Reversal = {
  kind: 'refund',
  date: '2026-11-21T18:05:09Z',
  amount_display: '$4.00',
  credits: 520,
};

/** A transaction whose details the store doesn't know. */
export const blankTransaction: Transaction = {
  id: null,
  product_name: null,
  transaction_date: null,
  status: null,
  amount_display: null,
  credits_received: null,
  bonus_credits: null,
  total_credits: null,
  balance_after_transaction: null,
  ionic_transaction_id: null,
  ionic_order_id: null,
  reversals: [],
  refunded_display: null,
  failure_reason: null,
  card: null,
};

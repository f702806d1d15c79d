import type { ReversalKind } from '#domain/transactions.ts';
import type { LedgerFilter } from '#machines/lists/ledger.types.ts';

export const receiptTexts = {
  print: 'Print receipt',
  copy: (id: string) => `Copy ${id}`,
  title: {
    completed: 'Receipt',
    pending: 'Pending payment',
    failed: 'Failed payment',
    refunded: 'Receipt of a refunded payment',
  } satisfies Record<Exclude<LedgerFilter, 'all'>, string>,
  note: {
    completed: 'Paid by card.',
    pending: 'We are still confirming this payment. This is not a receipt.',
    failed: 'This payment was not completed. This is not a receipt.',
    refunded: 'Paid by card, then refunded to that card.',
  } satisfies Record<Exclude<LedgerFilter, 'all'>, string>,
  partlyRefunded: 'Paid by card. Part of it was later refunded.',
  customer: 'Customer',
  email: 'Email',
  seller: 'Seller',
  total: 'Total',
  charge: 'Charge',
  automatic: 'Automatic top-up',
} as const;

export const reversalTexts = {
  title: 'Refunds',
  part: 'Part of this payment was refunded. The rest of the credits are still yours.',
  kind: {
    refund: 'Refunded to your card',
    void: 'Payment canceled before your card was charged',
    chargeback: 'Reversed by your bank',
    other: 'Refunded',
  } satisfies Record<ReversalKind, string>,
  creditsRemoved: (credits: string) => `Credits removed: ${credits}`,
} as const;

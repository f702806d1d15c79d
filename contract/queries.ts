export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const defaultPageSize = 10;

export const maxPageSize = 100;

export const maxPage = 1_000_000_000;

/** A `reversal` is a refund, void or chargeback. `grant` includes credits that the merchant took back. */
export const activityKinds = [
  'spend',
  'return',
  'grant',
  'expiry',
  'purchase',
  'reversal',
  'adjustment',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const defaultActivityLimit = 20;

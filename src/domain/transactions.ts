import { type TransactionStatus, transactionStatuses } from '#contract/queries.ts';

const reversalKinds = ['refund', 'void', 'chargeback'] as const;

/** How a purchase was reversed, in part or in full. `other` if the store gives no kind, or an unknown one. */
export type ReversalKind = (typeof reversalKinds)[number] | 'other';

export const readReversalKind = (kind: string | null): ReversalKind =>
  reversalKinds.find((known) => known === kind) ?? 'other';

/** A missing or unknown status counts as pending. */
export const readTransactionStatus = (status: string | null): TransactionStatus =>
  transactionStatuses.find((known) => known === status) ?? 'pending';

/** A failed purchase adds no credits, even if the store lists some. */
export const receivedCredits = (credits: number | null, status: TransactionStatus): number | null =>
  status === 'failed' ? 0 : credits;

/** Whether money was paid, so that a receipt exists. */
export const hasReceipt = (status: TransactionStatus): boolean =>
  status === 'completed' || status === 'refunded';

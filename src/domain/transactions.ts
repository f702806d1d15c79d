import { type TransactionStatus, transactionStatuses } from '#contract/history-query.ts';

const reversalKinds = ['refund', 'void', 'chargeback'] as const;

/** How a purchase, or a part of it, was given back; `other` where the store does not say, or in a word unknown here. */
export type ReversalKind = (typeof reversalKinds)[number] | 'other';

/** The kind to show. */
export const readReversalKind = (kind: string | null): ReversalKind =>
  reversalKinds.find((known) => known === kind) ?? 'other';

/** The status to show; one that is missing or unknown is pending. */
export const readTransactionStatus = (status: string | null): TransactionStatus =>
  transactionStatuses.find((known) => known === status) ?? 'pending';

/** The credits that a purchase of this status brought: none when it failed, whatever it was to bring. */
export const receivedCredits = (credits: number | null, status: TransactionStatus): number | null =>
  status === 'failed' ? 0 : credits;

/** Whether money was paid, so that there is a receipt of it. */
export const hasReceipt = (status: TransactionStatus): boolean =>
  status === 'completed' || status === 'refunded';

import { type TransactionStatus, transactionStatuses } from '#contract/queries.ts';

const reversalKinds = ['refund', 'void', 'chargeback'] as const;

/** How a purchase was fully or partly reversed. `other` if the store sends no kind, or an unknown one. */
export type ReversalKind = (typeof reversalKinds)[number] | 'other';

export const readReversalKind = (kind: string | null): ReversalKind =>
  reversalKinds.find((known) => known === kind) ?? 'other';

/** Reads a status. A missing or unknown one counts as pending. */
export const readTransactionStatus = (status: string | null): TransactionStatus =>
  transactionStatuses.find((known) => known === status) ?? 'pending';

/** Returns the credits received. A failed purchase adds none, even if the store lists some. */
export const receivedCredits = (credits: number | null, status: TransactionStatus): number | null =>
  status === 'failed' ? 0 : credits;

/** Returns whether the purchase was paid and so has a receipt. */
export const hasReceipt = (status: TransactionStatus): boolean =>
  status === 'completed' || status === 'refunded';

import { type TransactionStatus, transactionStatuses } from '#contract/history-query.ts';

/** The status to show; one that is missing or unknown is pending. */
export const readTransactionStatus = (status: string | null): TransactionStatus =>
  transactionStatuses.find((known) => known === status) ?? 'pending';

/** The credits that a purchase of this status brought: none when it failed, whatever it was to bring. */
export const receivedCredits = (credits: number | null, status: TransactionStatus): number | null =>
  status === 'failed' ? 0 : credits;

/** Whether money was paid, so that there is a receipt of it. */
export const hasReceipt = (status: TransactionStatus): boolean =>
  status === 'completed' || status === 'refunded';

import { type TransactionStatus, transactionStatuses } from '#contract/history-query.ts';

/** The status to show; one that is missing or unknown is pending. */
export const readTransactionStatus = (status: string | null): TransactionStatus =>
  transactionStatuses.find((known) => known === status) ?? 'pending';

export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const defaultPageSize = 10;

export const maxPageSize = 100;

export const maxPage = 1_000_000_000;

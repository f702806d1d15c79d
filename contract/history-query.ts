export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Rows per page if the request gives no limit. */
export const defaultPageSize = 10;

export const maxPageSize = 100;

export const maxPage = 1_000_000_000;

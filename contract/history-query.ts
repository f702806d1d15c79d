export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Rows of a page of the history, unless the request says how many. */
export const defaultPageSize = 10;

/** The most rows that a request for a page may ask for. */
export const maxPageSize = 100;

/** The highest page that a request may ask for; pages count from 1. */
export const maxPage = 1_000_000_000;

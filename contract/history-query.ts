import * as v from 'valibot';

export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Rows of a page of the history, unless the request says how many. */
export const defaultPageSize = 10;

/** The most rows that a request for a page may ask for. */
export const maxPageSize = 100;

/** The highest page that a request may ask for; pages count from 1. */
export const maxPage = 1_000_000_000;

const wholeNumberUpTo = (max: number, message: string) =>
  v.pipe(
    v.string(message),
    v.regex(/^\d{1,10}$/, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(max, message),
  );

/** The query of GET /api/transactions/history: pages count from 1; no status means all of them. */
export const historyQuerySchema = v.object({
  page: v.optional(wholeNumberUpTo(maxPage, 'page must be a whole number from 1.'), '1'),
  limit: v.optional(
    wholeNumberUpTo(maxPageSize, `limit must be a whole number from 1 to ${maxPageSize}.`),
    String(defaultPageSize),
  ),
  status: v.optional(
    v.picklist(transactionStatuses, `status must be one of ${transactionStatuses.join(', ')}.`),
  ),
});
export type HistoryQuery = v.InferOutput<typeof historyQuerySchema>;

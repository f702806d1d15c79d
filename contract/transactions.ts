import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Rows of a page of the history, unless the request says how many. */
export const defaultPageSize = 10;

/** The most rows that a request for a page may ask for. */
export const maxPageSize = 100;

/** The highest page that a request may ask for; pages count from 1. */
export const maxPage = 1_000_000_000;

/** One row of the ledger. A field that the server could not fill is null and never drops the row. */
export const transactionSchema = v.object({
  id: v.nullish(text, null),
  product_name: v.nullish(text, null),
  /** An ISO 8601 instant; one without a zone is read as UTC. */
  transaction_date: v.nullish(text, null),
  /** One of {@link transactionStatuses}; anything else is shown as pending. */
  status: v.nullish(text, null),
  amount_display: v.nullish(text, null),
  credits_received: v.nullish(v.number(), null),
  bonus_credits: v.nullish(v.number(), null),
  total_credits: v.nullish(v.number(), null),
  balance_after_transaction: v.nullish(v.number(), null),
  ionic_transaction_id: v.nullish(text, null),
  ionic_order_id: v.nullish(text, null),
});
export type Transaction = v.InferOutput<typeof transactionSchema>;

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

/** GET /api/transactions/history. */
export const historySchema = v.object({
  transactions: v.array(transactionSchema),
  pagination: v.object({ total_pages: count, total_items: count }),
});
export type History = v.InferOutput<typeof historySchema>;

/** GET /api/transactions/summary. */
export const summarySchema = v.object({
  total_spent_display: text,
  total_transactions: count,
  total_credits_purchased: count,
  current_balance: credits,
});
export type Summary = v.InferOutput<typeof summarySchema>;

import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

/** One part of a purchase that was given back, or all of it. What the server could not fill is null. */
export const reversalSchema = v.object({
  /** 'refund', 'void' or 'chargeback'; anything else is shown as given back. */
  kind: v.nullish(text, null),
  /** An ISO 8601 instant; one without a zone is read as UTC. */
  date: v.nullish(text, null),
  amount_display: v.nullish(text, null),
  /** The credits, bonus included, that it took back. */
  credits: v.nullish(v.number(), null),
});
export type Reversal = v.InferOutput<typeof reversalSchema>;

/** The card that paid. */
export const paidWithSchema = v.object({
  /** As the gateway names it: 'visa', 'mastercard', 'amex'. */
  brand: v.nullish(text, null),
  last4: text,
});
export type PaidWith = v.InferOutput<typeof paidWithSchema>;

/** One row of the ledger. A field that the server could not fill is null and never drops the row. */
export const transactionSchema = v.object({
  id: v.nullish(text, null),
  product_name: v.nullish(text, null),
  /** An ISO 8601 instant; one without a zone is read as UTC. */
  transaction_date: v.nullish(text, null),
  /** One of the transaction statuses; anything else is shown as pending. */
  status: v.nullish(text, null),
  amount_display: v.nullish(text, null),
  credits_received: v.nullish(v.number(), null),
  bonus_credits: v.nullish(v.number(), null),
  total_credits: v.nullish(v.number(), null),
  balance_after_transaction: v.nullish(v.number(), null),
  ionic_transaction_id: v.nullish(text, null),
  ionic_order_id: v.nullish(text, null),
  /** What of it was given back, oldest first. The status is `refunded` only when that is all of it. */
  reversals: v.nullish(v.array(reversalSchema), []),
  /** The total refunded; null: none. */
  refunded_display: v.nullish(text, null),
  /** Why a failed purchase failed, in a sentence or two for the customer. */
  failure_reason: v.nullish(text, null),
  /** Null until the gateway's records have told. */
  card: v.nullish(paidWithSchema, null),
});
export type Transaction = v.InferOutput<typeof transactionSchema>;

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

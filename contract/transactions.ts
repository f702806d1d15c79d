import * as v from 'valibot';
import { count, credits, text } from './scalars.ts';

/** A full or partial reversal of a purchase. Fields that the server couldn't fill are null. */
export const reversalSchema = v.object({
  /** 'refund', 'void' or 'chargeback'. Clients show any other value as a refund. */
  kind: v.nullish(text, null),
  /** A time in ISO 8601. Clients read it as UTC if it has no time zone. */
  date: v.nullish(text, null),
  amount_display: v.nullish(text, null),
  /** Credits removed, including bonus credits. */
  credits: v.nullish(v.number(), null),
});
export type Reversal = v.InferOutput<typeof reversalSchema>;

export const paidWithSchema = v.object({
  /** The gateway's name for the card brand, such as 'visa', 'mastercard' or 'amex'. */
  brand: v.nullish(text, null),
  last4: text,
});

/** One row of the ledger. Fields that the server couldn't fill are null; clients still show the row. */
export const transactionSchema = v.object({
  id: v.nullish(text, null),
  product_name: v.nullish(text, null),
  /** A time in ISO 8601. Clients read it as UTC if it has no time zone. */
  transaction_date: v.nullish(text, null),
  /** Clients show an unknown status as pending. */
  status: v.nullish(text, null),
  amount_display: v.nullish(text, null),
  credits_received: v.nullish(v.number(), null),
  bonus_credits: v.nullish(v.number(), null),
  total_credits: v.nullish(v.number(), null),
  balance_after_transaction: v.nullish(v.number(), null),
  ionic_transaction_id: v.nullish(text, null),
  ionic_order_id: v.nullish(text, null),
  /** The reversals, oldest first. `status` is `refunded` only after a full refund. */
  reversals: v.nullish(v.array(reversalSchema), []),
  /** The total amount refunded. Null if nothing was refunded. */
  refunded_display: v.nullish(text, null),
  /** An explanation for the customer, in one or two sentences. */
  failure_reason: v.nullish(text, null),
  /** Null until the store has read the gateway's records. */
  card: v.nullish(paidWithSchema, null),
  /** Whether this was an automatic top-up. Absent means false. */
  is_automatic: v.optional(v.boolean()),
});
export type Transaction = v.InferOutput<typeof transactionSchema>;

export const historySchema = v.object({
  transactions: v.array(transactionSchema),
  pagination: v.object({ total_pages: count, total_items: count }),
});
export type History = v.InferOutput<typeof historySchema>;

export const summarySchema = v.object({
  total_spent_display: text,
  total_transactions: count,
  total_credits_purchased: count,
  current_balance: credits,
});
export type Summary = v.InferOutput<typeof summarySchema>;

import * as v from 'valibot';

/**
 * The wire form of the store API: what the server answers and what the app accepts. Shared by both sides.
 * Money is integer US cents, credits are integers.
 */

const text = v.pipe(v.string(), v.maxLength(10_000));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const transactionStatuses = ['completed', 'pending', 'failed', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** A credit package as sold. `price_cents` in US cents. */
export const productSchema = v.object({
  id: text,
  name: text,
  price_cents: count,
  credits: count,
  bonus_credits: count,
  description: v.nullish(text, ''),
});
export type Product = v.InferOutput<typeof productSchema>;
export const productsSchema = v.array(productSchema);

/** GET /api/credits/balance. */
export const balanceSchema = v.object({ balance: v.pipe(v.number(), v.safeInteger()) });
export type Balance = v.InferOutput<typeof balanceSchema>;

/** GET /api/auth/profile. Creates the customer record at its first call. */
export const profileSchema = v.object({
  id: text,
  email: v.nullish(text, null),
  firstName: v.nullish(text, null),
  lastName: v.nullish(text, null),
  phone: v.nullish(text, null),
});
export type Profile = v.InferOutput<typeof profileSchema>;

/** The billing address of a payment. `state` is a two-letter code, `country` is `US`. */
export const billingAddressSchema = v.object({
  first_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  last_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  address1: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  address2: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  city: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  state: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z]{2}$/)),
  zip: v.pipe(v.string(), v.trim(), v.regex(/^\d{5}(-\d{4})?$/)),
  country: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(2)),
  phone: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(32)),
});
export type BillingAddress = v.InferOutput<typeof billingAddressSchema>;

/** POST /api/checkout/process-payment-token. */
export const paymentRequestSchema = v.object({
  product_id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  payment_token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  billing_address: billingAddressSchema,
});
export type PaymentRequest = v.InferOutput<typeof paymentRequestSchema>;

export const purchaseResultSchema = v.object({
  transaction_id: text,
  credits_added: count,
  amount_cents: count,
});
export type PurchaseResult = v.InferOutput<typeof purchaseResultSchema>;

/**
 * GET and DELETE /api/checkout/attempts/{id}: what became of a purchase attempt.
 *
 * - `pending`: the card may have been charged; the store is finding out and settles it by itself
 * - `completed`: charged and credited
 * - `failed`: not charged, and it never will be; `detail` is the reason for the customer
 * - `refunded`: charged, and given back since
 */
export const attemptStateSchema = v.variant('state', [
  v.object({ state: v.literal('pending') }),
  v.object({ state: v.literal('completed'), purchase: purchaseResultSchema }),
  v.object({ state: v.literal('failed'), detail: text }),
  v.object({ state: v.literal('refunded'), purchase: purchaseResultSchema }),
]);
export type AttemptState = v.InferOutput<typeof attemptStateSchema>;

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

/** GET /api/transactions/history?page&limit&status. */
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
  current_balance: v.pipe(v.number(), v.safeInteger()),
});
export type Summary = v.InferOutput<typeof summarySchema>;

/** Every refusal of the store API. */
export const refusalSchema = v.object({ detail: v.pipe(v.string(), v.maxLength(10_000)) });

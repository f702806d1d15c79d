import * as v from 'valibot';
import { printable } from './characters.ts';
import { errorSchema } from './error-schema.ts';
import { count, text } from './scalars.ts';

/** Maximum length of each free-text field in a billing address, in characters. */
export const billingMaxLength = {
  first_name: 100,
  last_name: 100,
  address1: 200,
  address2: 200,
  city: 100,
  phone: 32,
} as const;

const required = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxLength), printable);

/** `state` is a two-letter code; `country` is `US`. */
export const billingAddressSchema = v.object({
  first_name: required(billingMaxLength.first_name),
  last_name: required(billingMaxLength.last_name),
  address1: required(billingMaxLength.address1),
  address2: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(billingMaxLength.address2), printable), ''),
  city: required(billingMaxLength.city),
  state: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z]{2}$/)),
  zip: v.pipe(v.string(), v.trim(), v.regex(/^\d{5}(-\d{4})?$/)),
  country: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(2), printable),
  phone: required(billingMaxLength.phone),
});
/** The input type, in which optional fields can be absent. */
export type BillingAddress = v.InferInput<typeof billingAddressSchema>;

const productId = v.pipe(v.string(), v.minLength(1), v.maxLength(100), printable);

/** The body of POST /api/checkout/process-payment-token for a new card. */
export const paymentRequestSchema = v.object({
  product_id: productId,
  payment_token: v.pipe(v.string(), v.minLength(1), v.maxLength(200), printable),
  billing_address: billingAddressSchema,
  /** Whether to save the card if it is charged. Don't offer this for wallets such as Apple Pay. Default: false. */
  save_card: v.optional(v.boolean()),
});

/** The body for a saved card. Requires an Idempotency-Key, because two purchases can look the same. */
export const cardPaymentRequestSchema = v.object({
  product_id: productId,
  card_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  /** Default: the address saved with the card. */
  billing_address: v.optional(billingAddressSchema),
});
export type CardPaymentRequest = v.InferOutput<typeof cardPaymentRequestSchema>;
/** The input type, in which optional fields can be absent. */
export type CardPaymentRequestInput = v.InferInput<typeof cardPaymentRequestSchema>;
export type PaymentRequest = v.InferOutput<typeof paymentRequestSchema>;
/** The input type, in which optional fields can be absent. */
export type PaymentRequestInput = v.InferInput<typeof paymentRequestSchema>;

/** A charged purchase. `amount_cents` is in US cents. */
export const purchaseSchema = v.object({
  transaction_id: text,
  credits_added: count,
  amount_cents: count,
});
export type Purchase = v.InferOutput<typeof purchaseSchema>;

/**
 * The response of GET and DELETE /api/checkout/attempts/{id}:
 * - `pending`: the card may have been charged; the store will find out and settle the attempt
 * - `completed`: charged, and the credits were added
 * - `failed`: not charged, and never will be; has the fields of an error response
 * - `refunded`: charged, then refunded
 */
export const attemptStateSchema = v.variant('state', [
  v.object({ state: v.literal('pending') }),
  v.object({ state: v.literal('completed'), purchase: purchaseSchema }),
  v.object({ state: v.literal('failed'), ...errorSchema.entries }),
  v.object({ state: v.literal('refunded'), purchase: purchaseSchema }),
]);
export type AttemptState = v.InferOutput<typeof attemptStateSchema>;

import * as v from 'valibot';
import { printable } from './characters.ts';
import { errorSchema } from './errors.ts';
import { count, text } from './scalars.ts';

/** The most characters of each field of a billing address that is typed freely. */
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

/** The billing address of a payment. `state` is a two-letter code, `country` is `US`. */
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
/** As a client sends it: what is optional may be left out. */
export type BillingAddress = v.InferInput<typeof billingAddressSchema>;

/** POST /api/checkout/process-payment-token. */
export const paymentRequestSchema = v.object({
  product_id: v.pipe(v.string(), v.minLength(1), v.maxLength(100), printable),
  payment_token: v.pipe(v.string(), v.minLength(1), v.maxLength(200), printable),
  billing_address: billingAddressSchema,
});
export type PaymentRequest = v.InferOutput<typeof paymentRequestSchema>;
/** As a client sends it. */
export type PaymentRequestInput = v.InferInput<typeof paymentRequestSchema>;

/** What became of a purchase that was charged. `amount_cents` in US cents. */
export const purchaseSchema = v.object({
  transaction_id: text,
  credits_added: count,
  amount_cents: count,
});
export type Purchase = v.InferOutput<typeof purchaseSchema>;

/**
 * GET and DELETE /api/checkout/attempts/{id}: what became of a purchase attempt.
 *
 * - `pending`: the card may have been charged; the store is finding out and settles it by itself
 * - `completed`: charged and credited
 * - `failed`: not charged, and it never will be; with the reason, as in every refusal
 * - `refunded`: charged, and given back since
 */
export const attemptStateSchema = v.variant('state', [
  v.object({ state: v.literal('pending') }),
  v.object({ state: v.literal('completed'), purchase: purchaseSchema }),
  v.object({ state: v.literal('failed'), ...errorSchema.entries }),
  v.object({ state: v.literal('refunded'), purchase: purchaseSchema }),
]);
export type AttemptState = v.InferOutput<typeof attemptStateSchema>;

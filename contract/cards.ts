import * as v from 'valibot';
import { billingAddressSchema, paymentRequestSchema } from './purchases.ts';
import { text } from './scalars.ts';

export const savedCardSchema = v.object({
  id: text,
  /** The gateway's name for the card brand, such as 'visa', 'mastercard' or 'amex'. */
  brand: v.nullish(text, null),
  last4: text,
  /** The last month in which the card is valid, as `MM/YY`. */
  expiry: text,
  /** True for exactly one card: the one that the customer chose, or else the newest. */
  is_default: v.boolean(),
  /**
   * A notice from the bank: 'closed' (the account is closed) or 'contact-bank' (the card may not work).
   * Clients ignore other values.
   */
  notice: v.nullish(text, null),
  /** When the bank last sent a new card number or expiry, in ISO 8601. Null if it never sent one. */
  updated_at: v.nullish(text, null),
});
export type SavedCard = v.InferOutput<typeof savedCardSchema>;

/** POST /api/cards, with an Idempotency-Key. Saves a card without a purchase. */
export const newCardRequestSchema = v.pick(paymentRequestSchema, ['payment_token', 'billing_address']);
export type NewCardRequest = v.InferOutput<typeof newCardRequestSchema>;

/** Lists the default card first, then the newest. Expired cards stay until the customer removes them. */
export const savedCardsSchema = v.object({ cards: v.array(savedCardSchema) });
export type SavedCards = v.InferOutput<typeof savedCardsSchema>;

/** The billing address of the customer's last purchase. Null without a purchase or a readable address. */
export const lastBillingAddressSchema = v.object({ billing_address: v.nullish(billingAddressSchema, null) });
export type LastBillingAddress = v.InferOutput<typeof lastBillingAddressSchema>;

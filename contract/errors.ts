import * as v from 'valibot';
import { text } from './scalars.ts';

/** Why the store API refuses a request, for programs; `detail` says it to the customer. */
export const errorCodes = [
  'invalid-request', // 400: the request's body, query, path or headers are not as the API describes them.
  'token-used', // 400 or 402: the payment token has been used or has expired; not charged.
  'not-signed-in', // 401: no valid access token.
  'not-signed', // 401: a gateway's event without a valid signature.
  'declined', // 402: the gateway or the bank refused the card; not charged.
  'not-charged', // 402: the attempt was given up before the gateway had decided it; not charged.
  'refunded', // 402: the card was charged, and the money was given back since.
  'customer-blocked', // 403: the merchant has stopped this customer's purchases; not charged.
  'customer-not-found', // 404: the user has no customer record.
  'product-not-found', // 404: the product is not on sale; not charged.
  'attempt-not-found', // 404: the purchase attempt has not arrived, and still may.
  'not-found', // 404: nothing is at this address.
  'method-not-allowed', // 405
  'attempt-in-progress', // 409: the attempt is under way, or its outcome is being found out.
  'price-changed', // 409: the price is not the expected one; not charged, and neither key nor token is used up.
  'too-large', // 413
  'unsupported-media-type', // 415
  'wrong-host', // 421: the store does not answer under this host name.
  'key-reused', // 422: the Idempotency-Key belongs to another request or another customer.
  'rate-limited', // 429; not charged.
  'too-many-declines', // 429: of this customer or from this address; not charged, and neither key nor token is used up.
  'purchases-paused', // 429: for everybody, after many declines; not charged, and neither key nor token is used up.
  'internal-error', // 500
  'outcome-unknown', // 502 or 504: the card may have been charged; the same attempt may be repeated, never a new one made.
  'gateway-unreachable', // 503: the gateway was not reached; not charged.
  'unavailable', // 503: the store cannot serve just now.
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/**
 * Every refusal of the store API. `detail` is one or two sentences for the customer. `code` is undefined where the API
 * gives none, or one that is not known here.
 */
export const errorSchema = v.object({
  code: v.fallback(v.optional(v.picklist(errorCodes)), undefined),
  detail: text,
});

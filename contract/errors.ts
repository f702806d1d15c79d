import * as v from 'valibot';
import { text } from './scalars.ts';

/** Why the store API refuses a request, for programs. `detail` explains it to the customer. */
export const errorCodes = [
  'invalid-request', // 400: the body, query, path or headers don't match the API's description.
  'token-used', // 400 or 402: the payment token was used or has expired. Not charged.
  'not-signed-in', // 401: no valid access token.
  'not-signed', // 401: a gateway event without a valid signature.
  'declined', // 402: the gateway or the bank refused the card. Not charged.
  'not-charged', // 402: the attempt was withdrawn, or it timed out before the gateway decided. Not charged.
  'refunded', // 402: the card was charged, and the money has been refunded since.
  'card-expired', // 402: the saved card has expired. Not charged.
  'recent-sign-in-required', // 403: the saved card or top-up needs a sign-in within ten minutes. Not charged; the key stays usable.
  'customer-blocked', // 403: the merchant has blocked this customer's purchases. Not charged.
  'customer-not-found', // 404: the user has no customer record.
  'product-not-found', // 404: the product is not on sale. Not charged.
  'card-not-found', // 404 or 402: the customer has no such saved card (any more). Not charged.
  'attempt-not-found', // 404: the purchase attempt has not arrived yet. It still may.
  'not-found', // 404: no such path.
  'method-not-allowed', // 405
  'attempt-in-progress', // 409: the attempt is in progress, or the store is still finding out its outcome.
  'price-changed', // 409: the price differs from the expected one. Not charged; key and token stay usable.
  'too-many-cards', // 409: the customer can't save another card. Not charged; key and token stay usable.
  'consent-outdated', // 409: the words about top-up have changed since. Not saved.
  'top-up-unavailable', // 409: the store doesn't offer top-up. Not saved.
  'too-large', // 413
  'unsupported-media-type', // 415
  'wrong-host', // 421: the store doesn't serve this host name.
  'key-reused', // 422: the Idempotency-Key belongs to another request or customer.
  'rate-limited', // 429: not charged.
  'too-many-declines', // 429: too many from this customer or address. Not charged; key and token stay usable.
  'purchases-paused', // 429: paused for everyone after many declines. Not charged; key and token stay usable.
  'internal-error', // 500
  'outcome-unknown', // 502 or 504: the card may have been charged. Repeat this attempt; start no new one.
  'gateway-unreachable', // 503: the gateway could not be reached. Not charged.
  'unavailable', // 503: the store can't serve requests right now.
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** Every refusal. `detail`: one or two sentences for the customer. `code`: undefined if absent or unknown. */
export const errorSchema = v.object({
  code: v.fallback(v.optional(v.picklist(errorCodes)), undefined),
  detail: text,
});

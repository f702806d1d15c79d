import * as v from 'valibot';
import { text } from './scalars.ts';

/** Creates an entry. @param otherStatus a second status, such as 402 if a repeated purchase gets this error */
const error = <const Status extends number>(
  status: Status,
  meaning: string,
  remedy: string,
  otherStatus?: Status,
) => ({ status, meaning, remedy, otherStatus });

const correct = 'Correct the call';
const start = 'Use a new id';
const later = 'Repeat after `Retry-After` seconds';
const anotherCard = 'Use another card';
const signIn = 'Sign in, and repeat';
const confirm = 'Ask the customer to confirm what has changed';
const readAgain = 'Read balances again, then events from the oldest';

/** The error codes of `/api/`, webhooks and health probes. The response's `detail` is for the customer. */
export const storeErrors = {
  'invalid-request': error(400, 'the request doesn’t match the API’s description', correct),
  'token-used': error(400, 'the payment token was used or has expired. Not charged', 'Ask for a card', 402),
  'not-signed-in': error(401, 'no valid access token', signIn),
  'not-signed': error(401, 'a gateway event without a valid signature', 'Sign it with the webhook key'),
  declined: error(402, 'the gateway or the bank refused the card. Not charged', anotherCard),
  'not-charged': error(402, 'the attempt was withdrawn, or timed out. Not charged', 'Start a new attempt'),
  refunded: error(402, 'the card was charged, and the money has been refunded since', 'Start a new attempt'),
  'card-expired': error(402, 'the saved card has expired. Not charged', anotherCard),
  'recent-sign-in-required': error(
    403,
    'the card, top-up, spending limit, refund or deletion needs a sign-in within ten minutes. Not charged; the key stays usable',
    signIn,
  ),
  'customer-blocked': error(
    403,
    'the merchant blocked this customer, or the account is being deleted. Not charged',
    'Ask the merchant',
  ),
  'customer-not-found': error(404, 'the user has no customer record', 'Read `/api/auth/profile` first'),
  'product-not-found': error(404, 'the package is not on sale. Not charged', 'Choose another package'),
  'card-not-found': error(404, 'the customer has no such saved card. Not charged', anotherCard, 402),
  'transaction-not-found': error(404, 'the customer has no such transaction', correct),
  'attempt-not-found': error(404, 'the attempt has not arrived. It still may', 'Repeat, or withdraw it'),
  'not-found': error(404, 'no such path', correct),
  'method-not-allowed': error(405, 'the path doesn’t accept this method', 'Use one that `Allow` lists'),
  'attempt-in-progress': error(409, 'the attempt’s outcome is not known yet', later),
  'price-changed': error(409, 'the price has changed. Not charged; key and token stay usable', confirm),
  'too-many-cards': error(
    409,
    'the customer can’t save another card. Not charged; key and token stay usable',
    'Remove a card, or don’t save this one',
  ),
  'consent-outdated': error(409, 'the consent text for top-up has changed. Not saved', confirm),
  'top-up-unavailable': error(409, 'the store doesn’t offer top-up. Not saved', 'Try again later'),
  'open-purchase': error(409, 'a purchase is still open. The account stays as it was', 'Try again later'),
  'not-refundable': error(409, 'a rule forbids the refund: see `reason`', 'Ask the merchant'),
  'refund-refused': error(409, 'the gateway refused the refund. Nothing was refunded', 'Ask the merchant'),
  'too-large': error(413, 'the body is too large', correct),
  'unsupported-media-type': error(415, 'the body is not declared as JSON', 'Send `application/json`'),
  'wrong-host': error(421, 'the store doesn’t serve this host name', 'Set `ALLOWED_HOSTS`'),
  'key-reused': error(422, 'the Idempotency-Key belongs to another request or customer', 'Use a new key'),
  'rate-limited': error(429, 'too many requests or payments. Not charged', later),
  'too-many-declines': error(
    429,
    'too many declined cards from this customer or address. Not charged; key and token stay usable',
    later,
  ),
  'purchases-paused': error(
    429,
    'purchases by new customers are paused after many declines. Not charged; key and token stay usable',
    later,
  ),
  'internal-error': error(500, 'the store failed', 'Repeat, with the same key'),
  'outcome-unknown': error(
    502,
    'the card may have been charged',
    'Repeat this attempt. Don’t start a new one',
    504,
  ),
  'gateway-unreachable': error(503, 'the gateway could not be reached. Not charged', later),
  unavailable: error(503, 'the store can’t serve requests right now', later),
};
export type ErrorCode = keyof typeof storeErrors;

/** The error codes of the merchant's API (`/v1/`). A refused call changes nothing. */
export const merchantErrors = {
  'invalid-request': error(400, '`detail` names the wrong field', correct),
  'invalid-key': error(401, 'the key doesn’t exist, or was revoked', 'Use an active key'),
  'spending-limit-reached': error(
    402,
    'the call exceeds the customer’s limit',
    'Wait until `resets_at`, or tell the customer, who can raise it',
  ),
  'insufficient-credits': error(
    402,
    'the call needs more credits (`required`) than are `available`',
    'Wait for an automatic top-up, or ask the customer to buy more',
  ),
  'customer-blocked': error(
    402,
    'you blocked this customer, or the customer is deleting the account',
    'Run `coffer unblock` if you blocked them and want to serve them',
  ),
  'missing-scope': error(403, 'the key lacks a scope', 'Use a key with that scope'),
  'browser-refused': error(403, 'the call came from a browser', 'Revoke the key, and call from your server'),
  'customer-not-found': error(404, 'no such customer', correct),
  'spend-not-found': error(404, 'no such spend', correct),
  'hold-not-found': error(404, 'no such hold', correct),
  'grant-not-found': error(404, 'no such grant', correct),
  'id-reused': error(409, 'the id belongs to a call with different content', start),
  'unknown-event': error(
    409,
    'no event has the id `after`: it is another store’s, or this store was restored from a backup',
    readAgain,
  ),
  'hold-captured': error(
    409,
    'the hold was captured before, with a different amount if this call is a capture',
    'Spend the missing credits, or grant the excess',
  ),
  'hold-released': error(
    409,
    'the hold was released',
    'Create a new hold. If the work is done, charge it with a spend',
  ),
  'hold-expired': error(
    409,
    'the hold has expired',
    'Create a new, longer hold. If the work is done, charge it with a spend',
  ),
  'events-gone': error(
    410,
    'events after `after` were deleted, because they were older than 30 days',
    readAgain,
  ),
  'exceeds-spend': error(422, 'the spend has fewer credits left to return', 'Return less'),
  'exceeds-hold': error(422, 'the hold has fewer credits', 'Capture all, and spend the rest'),
  'balance-full': error(422, "a balance can't exceed 10^12 credits", 'Grant or return fewer'),
  'rate-limited': error(
    429,
    'too many calls with this key in a second or in flight, or too many wrong keys from this address',
    later,
  ),
};
export type MerchantErrorCode = keyof typeof merchantErrors;

/** The codes of {@link storeErrors} that `/v1/` can also return. */
const sharedCodes = [
  'not-found',
  'method-not-allowed',
  'too-large',
  'unsupported-media-type',
  'internal-error',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/** The body of every error response from the merchant's API. */
export const merchantErrorSchema = v.object({
  code: v.union([v.picklist(Object.keys(merchantErrors)), v.picklist(sharedCodes)]),
  /** An explanation for developers and logs, in one or two sentences. */
  detail: text,
  /** The credits that the call needs. Only `insufficient-credits` errors have `required` and `available`. */
  required: v.optional(v.number()),
  available: v.optional(v.number()),
  /** The spending limit, the credits used this month, and when the next month starts. Only in `spending-limit-reached`. */
  limit: v.optional(v.number()),
  used: v.optional(v.number()),
  resets_at: v.optional(text),
  /** The hold's id. Only the hold endpoints return it. */
  hold_id: v.optional(text),
  /** Where the customer can buy credits. Only `insufficient-credits` errors of a store with `APP_URL` have it. */
  buy_url: v.optional(text),
});

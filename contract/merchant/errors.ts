import * as v from 'valibot';
import { text } from '../scalars.ts';

interface MerchantError {
  readonly status: number;
  readonly meaning: string;
  readonly remedy: string;
}

const correct = 'Correct the call';
const start = 'Use a new id';

/** Why the merchant's API (`/v1/`) refuses a call, for programs. No refused call changes anything. */
export const merchantErrors = {
  'invalid-request': { status: 400, meaning: '`detail` names the wrong field', remedy: correct },
  'invalid-key': { status: 401, meaning: 'no such key, or a revoked one', remedy: 'Use an active key' },
  'insufficient-credits': {
    status: 402,
    meaning: 'the call needs more credits (`required`) than are `available`',
    remedy: 'Wait for an automatic top-up, or ask the customer to buy more',
  },
  'customer-blocked': {
    status: 402,
    meaning: 'you blocked this customer',
    remedy: 'Run `coffer unblock` if you want to serve them',
  },
  'missing-scope': {
    status: 403,
    meaning: 'the key lacks a scope',
    remedy: 'Use a key that has it',
  },
  'browser-refused': {
    status: 403,
    meaning: 'the call came from a browser',
    remedy: 'Revoke the key, and call from your server',
  },
  'customer-not-found': { status: 404, meaning: 'no such customer', remedy: correct },
  'spend-not-found': { status: 404, meaning: 'no such spend', remedy: correct },
  'hold-not-found': { status: 404, meaning: 'no such hold', remedy: correct },
  'grant-not-found': { status: 404, meaning: 'no such grant', remedy: correct },
  'id-reused': {
    status: 409,
    meaning: 'the id belongs to a call with different content',
    remedy: start,
  },
  'unknown-event': {
    status: 409,
    meaning: 'there is no event `after`: it is another store’s, or this store was restored from a backup',
    remedy: 'Read balances again, then the events from the oldest on',
  },
  'hold-captured': {
    status: 409,
    meaning: 'the hold was captured before, with a different amount if this call is a capture',
    remedy: 'Spend the missing credits, or grant the excess',
  },
  'hold-released': {
    status: 409,
    meaning: 'the hold was released',
    remedy: 'Create a new hold. If the work is done, charge it with a spend',
  },
  'hold-expired': {
    status: 409,
    meaning: 'the hold has expired',
    remedy: 'Create a new, longer hold. If the work is done, charge it with a spend',
  },
  'events-gone': {
    status: 410,
    meaning: 'events after `after` were deleted, because they were older than 30 days',
    remedy: 'Read balances again, then the events from the oldest on',
  },
  'exceeds-spend': {
    status: 422,
    meaning: 'the spend has fewer credits left to return',
    remedy: 'Return less',
  },
  'exceeds-hold': {
    status: 422,
    meaning: 'the hold has fewer credits',
    remedy: 'Capture all, and spend the rest',
  },
  'balance-full': {
    status: 422,
    meaning: "a balance can't exceed 10^12 credits",
    remedy: 'Give fewer',
  },
  'rate-limited': {
    status: 429,
    meaning:
      'too many calls with this key in a second or in flight, or too many wrong keys from this address',
    remedy: 'Repeat after `Retry-After` seconds',
  },
} as const satisfies Readonly<Record<string, MerchantError>>;

export type MerchantErrorCode = keyof typeof merchantErrors;

/** Codes that the merchant's API shares with all addresses of the store. */
const sharedCodes = [
  'not-found',
  'method-not-allowed',
  'too-large',
  'unsupported-media-type',
  'internal-error',
  'unavailable',
] as const;

/** Every refusal of the merchant's API. */
export const merchantRefusalSchema = v.object({
  code: v.union([v.picklist(Object.keys(merchantErrors)), v.picklist(sharedCodes)]),
  /** For developers and logs: one or two sentences. */
  detail: text,
  /** With `insufficient-credits`. */
  required: v.optional(v.number()),
  available: v.optional(v.number()),
  /** With each refusal of a hold. */
  hold_id: v.optional(text),
});

import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode } from '#contract/errors.ts';
import type { MerchantErrorCode } from '#contract/merchant/errors.ts';

/** `code` for programs, `detail` in one or two sentences for the customer. */
export interface RefusalReason {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** The app responds with `status` and `{ code, detail, ...facts }`. It turns any other error into a 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: ContentfulStatusCode;
  readonly code: ErrorCode | MerchantErrorCode;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, number | string>>;

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode | MerchantErrorCode,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    facts: Readonly<Record<string, number | string>> = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.headers = headers;
    this.facts = facts;
  }
}

export const retryAfter = (seconds: number): { 'Retry-After': string } => ({
  'Retry-After': String(seconds),
});

export const signInNeeded = (): Refusal =>
  new Refusal(401, 'not-signed-in', 'Please sign in to continue', { 'WWW-Authenticate': 'Bearer' });

export const customerNotFound = (): Refusal => new Refusal(404, 'customer-not-found', 'Customer not found');

export const cardNotFound = (): Refusal =>
  new Refusal(404, 'card-not-found', 'This card is no longer saved. Please use another card.');

export const customerBlocked = (): Refusal =>
  new Refusal(
    403,
    'customer-blocked',
    'Purchases are stopped for this account. Your card was not charged. Please contact us.',
  );

export const tooManyAttempts = (): Refusal =>
  new Refusal(
    429,
    'rate-limited',
    'Too many payment attempts. Please wait a moment and try again.',
    retryAfter(60),
  );

/** Attempts in flight end within seconds. */
export const tooManyInFlight = (): Refusal =>
  new Refusal(
    429,
    'rate-limited',
    'Other payments are still being processed. Your card was not charged. Please wait a moment and try again.',
    retryAfter(3),
  );

/** @param seconds until the pause ends */
export const purchasesPaused = (seconds: number): Refusal =>
  new Refusal(
    429,
    'purchases-paused',
    'Card payments are paused for a few minutes. Your card was not charged. Please try again later.',
    retryAfter(seconds),
  );

/** @param seconds until another card may be tried */
export const tooManyDeclines = (seconds: number): Refusal =>
  new Refusal(
    429,
    'too-many-declines',
    'Too many cards were declined. Your card was not charged. Please contact your bank, or try again tomorrow.',
    retryAfter(seconds),
  );

export const temporarilyUnavailable = (): Refusal =>
  new Refusal(
    503,
    'unavailable',
    'The store is temporarily unavailable. Please try again shortly.',
    retryAfter(5),
  );

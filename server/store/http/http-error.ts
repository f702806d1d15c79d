import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, type MerchantErrorCode, merchantErrors, storeErrors } from '#contract/errors.ts';

/** Error response body: a `code` for programs, and a `detail` of one or two sentences for customers. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly detail: string;
}

type Headers = Readonly<Record<string, string>>;
type Facts = Readonly<Record<string, number | string>>;

/** Error response with `status` and `{ code, detail, ...facts }`. The app turns other errors into a 500. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: ContentfulStatusCode;
  readonly body: Facts & { readonly code: ErrorCode | MerchantErrorCode; readonly detail: string };
  readonly headers: Headers;

  constructor(status: ContentfulStatusCode, body: HttpError['body'], headers: Headers = {}) {
    super(body.detail);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Creates an error response for any route except the merchant's API. */
export const storeError = (
  code: ErrorCode,
  detail: string,
  headers?: Headers,
  status: ContentfulStatusCode = storeErrors[code].status,
): HttpError => new HttpError(status, { code, detail }, headers);

/** Creates an error response for the merchant's API. */
export const merchantError = (
  code: MerchantErrorCode,
  detail: string,
  headers?: Headers,
  facts?: Facts,
): HttpError => new HttpError(merchantErrors[code].status, { code, detail, ...facts }, headers);

export const retryAfter = (seconds: number): { 'Retry-After': string } => ({
  'Retry-After': String(seconds),
});

export const signInNeeded = (): HttpError =>
  storeError('not-signed-in', 'Please sign in to continue', { 'WWW-Authenticate': 'Bearer' });

export const customerNotFound = (): HttpError => storeError('customer-not-found', 'Customer not found');

export const cardNotFound = (): HttpError =>
  storeError('card-not-found', 'This card is no longer saved. Please use another card.');

export const productNotFound = (): HttpError =>
  storeError('product-not-found', 'This package is no longer available.');

export const customerBlocked = (): HttpError =>
  storeError(
    'customer-blocked',
    "This account can't make purchases right now. Your card was not charged. Please contact us.",
  );

export const tooManyAttempts = (): HttpError =>
  storeError(
    'rate-limited',
    'Too many payment attempts. Please wait a moment and try again.',
    retryAfter(60),
  );

export const poolUnavailable = (): HttpError =>
  storeError('unavailable', "The user pool doesn't respond. Repeat the call.", retryAfter(5));

export const temporarilyUnavailable = (): HttpError =>
  storeError('unavailable', 'The store is temporarily unavailable. Please try again shortly.', retryAfter(5));

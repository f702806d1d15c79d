import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * A request that is not granted. The app answers it as `{ "detail" }` with its status; everything else that is thrown
 * becomes a 500 whose cause stays in the log.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: ContentfulStatusCode;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail one or two sentences for the customer */
  constructor(status: ContentfulStatusCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** The header that says after how many seconds a repetition makes sense. */
export function retryAfter(seconds: number): { 'Retry-After': string } {
  return { 'Retry-After': String(seconds) };
}

export const signInNeeded = (): Refusal =>
  new Refusal(401, 'Please sign in to continue', { 'WWW-Authenticate': 'Bearer' });

export const customerNotFound = (): Refusal => new Refusal(404, 'Customer not found');

export const tooManyAttempts = (): Refusal =>
  new Refusal(429, 'Too many payment attempts. Please wait a moment and try again.', retryAfter(60));

export const temporarilyUnavailable = (): Refusal =>
  new Refusal(503, 'The store is temporarily unavailable. Please try again shortly.', retryAfter(5));

import type { StoreError } from '#domain/store.ts';
import type { CheckoutFailure, PaymentAnswer } from '#machines/checkout.types.ts';
import { UnsentError } from './caller.ts';
import { storeMessages } from './messages.ts';

/** Statuses of a request that may still be under way or done. */
const openEnded: ReadonlySet<number> = new Set([408, 425]);

const isAboutToken = (detail: string) => /enter your card again|payment token/i.test(detail);
const isAboutKey = (detail: string) => /idempotency/i.test(detail);
const isAboutCustomer = (detail: string) => /customer/i.test(detail);
const isAboutPrice = (detail: string) => /\bprice\b.*\bchanged\b/i.test(detail);

const unknown: PaymentAnswer = { outcome: 'unknown' };

const refused = (name: CheckoutFailure['name'], message = ''): PaymentAnswer => ({
  outcome: 'refused',
  failure: { name, message },
});

/**
 * What a failed payment request says about the charge. Refused and declined only where the store certainly charged
 * nothing; the API tells reasons apart by its `detail` alone. Everything else leaves the outcome unknown.
 */
export const paymentAnswerOf = (error: StoreError): PaymentAnswer => {
  if (error instanceof UnsentError) return refused('unreachable');
  // Whoever signs in again learns what became of it.
  if (error.kind === 'signed-out') return unknown;
  const { kind, status, message, retryAfter } = error;
  if (kind !== 'refused' || status === null || status < 400 || status >= 500 || openEnded.has(status))
    return unknown;
  switch (status) {
    case 402:
      return isAboutToken(message)
        ? refused('token-refused', message)
        : { outcome: 'declined', failure: { name: 'declined', message } };
    case 404:
      return refused(isAboutCustomer(message) ? 'refused' : 'package-withdrawn', message);
    case 409:
      return isAboutPrice(message) ? refused('price-changed', message) : unknown;
    case 422:
      // The key was used before, and nobody knows here what for: sending it again would tell nothing new.
      if (isAboutKey(message)) return refused('unresolved', message);
      break;
    case 429:
      return refused('rate-limited', retryAfter === null ? message : storeMessages.rateLimited(retryAfter));
  }
  return isAboutToken(message) ? refused('token-refused', message) : refused('refused', message);
};

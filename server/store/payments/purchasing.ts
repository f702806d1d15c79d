import type { Product } from '#contract/products.ts';
import type { PaymentRequest } from '#contract/purchases.ts';
import { declineReason } from '../gateway/decline-reasons.ts';
import type { CardGateway, SaleOutcome } from '../gateway/gateway.ts';
import type { Log } from '../logging.ts';
import { customerNotFound, Refusal, retryAfter, tooManyAttempts } from '../refusals.ts';
import { attemptIdFor, fingerprintOf, hashToken } from './attempt-id.ts';
import { notCharged, type Opening, type PurchaseAttempts, type StoredAnswer } from './attempts.ts';

export interface PurchasingParts {
  readonly attempts: PurchaseAttempts;
  readonly gateway: CardGateway;
  readonly products: readonly Product[];
  readonly clock: () => Date;
  readonly log: Log;
  /** How long a sale may take at the gateway, in milliseconds. */
  readonly saleTimeoutMs: number;
}

export interface Purchase {
  readonly customerId: string;
  readonly request: PaymentRequest;
  /** The caller's Idempotency-Key. Without one, the same request is the same attempt. */
  readonly attemptId?: string | undefined;
  /** What the customer agreed to pay, in US cents. Another price refuses the purchase; absent: any price is good. */
  readonly expectedCents?: number | undefined;
}

const beingConfirmed = 'Your payment is being confirmed. Please do not pay again.';
/** After a failed answer, how soon the gateway's records are asked. */
const firstCheckMs = 1_000;
/** How much longer than a sale's own time-out an attempt is left to the request that sends it. */
const sendingMarginMs = 5_000;

/**
 * Sells a product to a customer, at most once for each attempt: the attempt and a pending ledger entry are committed
 * before the gateway is asked, and whatever happens then, the attempt is either settled or looked up later.
 *
 * @returns the answer of the settled attempt: 200 with a `Purchase`, or 402 with the reason of a decline
 * @throws Refusal 400, 404, 409, 422, 429 or 503: nothing was charged by this call; 502 or 504: the outcome is unknown
 */
export async function purchase(
  parts: PurchasingParts,
  { customerId, request, ...given }: Purchase,
): Promise<StoredAnswer> {
  const fingerprint = fingerprintOf(request);
  const attemptId = given.attemptId?.toLowerCase() ?? attemptIdFor(customerId, fingerprint);
  const now = parts.clock();
  const opening = await parts.attempts.open({
    customerId,
    attemptId,
    fingerprint,
    tokenHash: hashToken(request.payment_token),
    product: parts.products.find(({ id }) => id === request.product_id),
    expectedCents: given.expectedCents,
    now,
    checkAt: new Date(now.getTime() + parts.saleTimeoutMs + sendingMarginMs),
  });
  if (opening.outcome === 'settled') return opening.answer;
  if (opening.outcome === 'withdrawn') return { status: 402, body: { detail: notCharged } };
  if (opening.outcome !== 'opened') throw refusalOf(opening.outcome);

  const outcome = await parts.gateway.sell({
    orderId: attemptId,
    amountCents: opening.amountCents,
    paymentToken: request.payment_token,
    billingAddress: request.billing_address,
  });
  logOutcome(parts.log, attemptId, opening.transactionId, outcome);
  return conclude(parts, customerId, attemptId, outcome);
}

async function conclude(
  { attempts, clock, log }: PurchasingParts,
  customerId: string,
  attemptId: string,
  outcome: SaleOutcome,
): Promise<StoredAnswer> {
  try {
    switch (outcome.kind) {
      case 'approved':
      case 'refused': {
        const { answer } = await attempts.settle({
          customerId,
          attemptId,
          decidedBy: 'gateway',
          result: saleResult(outcome),
          now: clock(),
        });
        return answer;
      }
      case 'unsent':
        await attempts.markUnsent(customerId, attemptId);
        break;
      case 'unknown':
        await attempts.scheduleCheck(customerId, attemptId, new Date(clock().getTime() + firstCheckMs));
        break;
    }
  } catch (error) {
    // The books are out of reach after the gateway may have charged: recovery settles the attempt later.
    log.error({ event: 'settlement-failed', attemptId, error });
    throw new Refusal(502, 'outcome-unknown', beingConfirmed, retryAfter(2));
  }
  if (outcome.kind === 'unsent') {
    throw new Refusal(
      503,
      'gateway-unreachable',
      'The card processor cannot be reached right now. Your card was not charged. Please try again shortly.',
      retryAfter(5),
    );
  }
  throw new Refusal(outcome.timedOut ? 504 : 502, 'outcome-unknown', beingConfirmed, retryAfter(2));
}

function saleResult(outcome: Extract<SaleOutcome, { kind: 'approved' | 'refused' }>) {
  const gatewayTransactionId = outcome.transactionId;
  return outcome.kind === 'approved'
    ? ({ status: 'completed', gatewayTransactionId } as const)
    : ({
        status: 'failed',
        gatewayTransactionId,
        detail: declineReason(outcome.code, outcome.text),
      } as const);
}

function refusalOf(outcome: Exclude<Opening['outcome'], 'opened' | 'settled' | 'withdrawn'>): Refusal {
  switch (outcome) {
    case 'in-progress':
      return new Refusal(409, 'attempt-in-progress', beingConfirmed, retryAfter(2));
    case 'key-reused':
      return new Refusal(422, 'key-reused', 'This Idempotency-Key belongs to another payment request.');
    case 'order-taken':
      return new Refusal(
        422,
        'key-reused',
        'This Idempotency-Key cannot be used. Please start a new payment.',
      );
    case 'token-used':
      return new Refusal(
        400,
        'token-used',
        'These card details were used already. Please enter your card again.',
      );
    case 'too-many':
      return tooManyAttempts();
    case 'price-changed':
      return new Refusal(
        409,
        'price-changed',
        'The price of this package has changed. Your card was not charged. Please check the new price.',
      );
    case 'unknown-product':
      return new Refusal(404, 'product-not-found', 'This package is no longer available.');
    case 'unknown-customer':
      return customerNotFound();
  }
}

function logOutcome(log: Log, attemptId: string, transactionId: string, outcome: SaleOutcome): void {
  const entry = { event: 'sale', attemptId, transactionId, outcome: outcome.kind };
  switch (outcome.kind) {
    case 'approved':
      log.info(entry);
      break;
    case 'refused':
      log.info({ ...entry, code: outcome.code });
      break;
    case 'unsent':
    case 'unknown':
      log.warn({ ...entry, why: outcome.why });
      break;
  }
}

import type { TransactionStatus } from '#contract/queries.ts';
import { type DeclineRetry, declineReason, declineRetry } from '../gateway/decline-reasons.ts';
import type { RecordedOrder } from '../gateway/order.ts';
import { isDecline, type SaleOutcome } from '../gateway/sale-reply.ts';
import type { ErrorBody } from '../http/http-error.ts';

export interface Decision {
  readonly decidedBy: 'gateway' | 'deadline';
  /** A full refund changes `completed` to `refunded`. */
  readonly status: Extract<TransactionStatus, 'completed' | 'failed'>;
  readonly gatewayTransactionId: string | null;
  /** Null if completed. */
  readonly refusal: ErrorBody | null;
  /** Whether to read the gateway's records again later, because they may lag. */
  readonly lookAgain?: boolean;
  /** Whether a bank or a merchant's rule refused the card. */
  readonly isDecline?: boolean;
  /** When an automatic charge may be retried. Undefined: after the usual interval, a few times. */
  readonly retry?: DeclineRetry | undefined;
}

/** Error for an attempt that the store gave up on before the gateway decided it. */
export const notCharged: ErrorBody = {
  code: 'not-charged',
  detail: 'The payment did not go through, and your card was not charged.',
};

const cardNotSaved: ErrorBody = {
  code: 'not-charged',
  detail: 'Your card was not saved, and it was not charged. Please try again.',
};

const notInFull: ErrorBody = {
  code: 'declined',
  detail: 'Your card did not allow the whole amount, so nothing was charged. Please try another card.',
};

/** Error for a customer who got no response before the full refund. */
export const refunded: ErrorBody = {
  code: 'refunded',
  detail: 'This purchase was refunded to your card.',
};

/** The attempt never reached the gateway, or it is a card check (0 cents) that the gateway's records don't show. */
export const givenUp = (amountCents: number): Decision => ({
  decidedBy: 'deadline',
  status: 'failed',
  gatewayTransactionId: null,
  refusal: amountCents === 0 ? cardNotSaved : notCharged,
});

/** Returns the decision for a card that was charged the full amount. */
export const charged = (gatewayTransactionId: string): Decision => ({
  decidedBy: 'gateway',
  status: 'completed',
  gatewayTransactionId,
  refusal: null,
});

/** Returns the decision for a card that was charged a different amount, which was fully refunded. */
export const failedAfterRefund = (gatewayTransactionId: string, wasInPart: boolean): Decision => ({
  decidedBy: 'gateway',
  status: 'failed',
  gatewayTransactionId,
  refusal: wasInPart ? notInFull : refunded,
});

/** Returns the decision for a refusal by the gateway or the bank. */
export const declined = (
  sale:
    | Extract<SaleOutcome, { kind: 'refused' | 'turned-down' }>
    | Extract<RecordedOrder, { kind: 'not-charged' }>,
): Decision => ({
  decidedBy: 'gateway',
  status: 'failed',
  gatewayTransactionId: sale.transactionId,
  refusal: declineReason(sale.code, sale.text, sale.kind === 'refused' ? undefined : sale.failedCheck),
  lookAgain: sale.kind === 'turned-down',
  retry: declineRetry(sale.code, sale.text),
  isDecline:
    sale.kind === 'refused' || sale.failedCheck === undefined
      ? sale.kind !== 'turned-down' && isDecline(sale.code)
      : true,
});

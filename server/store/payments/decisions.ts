import type { TransactionStatus } from '#contract/queries.ts';
import { type DeclineRetry, declineReason, declineRetry } from '../gateway/decline-reasons.ts';
import type { RecordedOrder } from '../gateway/order.ts';
import { isDecline, type SaleOutcome } from '../gateway/sale-reply.ts';
import type { ErrorBody } from '../http/http-error.ts';

export interface Decision {
  readonly decidedBy: 'gateway' | 'deadline';
  /** `completed` becomes `refunded` after a full refund. */
  readonly status: Extract<TransactionStatus, 'completed' | 'failed'>;
  readonly gatewayTransactionId: string | null;
  /** Null if completed. */
  readonly refusal: ErrorBody | null;
  /** Whether to read the gateway's records again later, because they may lag. */
  readonly lookAgain?: boolean;
  /** Whether a bank or a merchant's rule refused the card. */
  readonly isDecline?: boolean;
  /** When an automatic charge may be tried again. Undefined: after its interval, a few times. */
  readonly retry?: DeclineRetry | undefined;
}

/** The store gave up on the attempt before the gateway decided it. */
export const notCharged: ErrorBody = {
  code: 'not-charged',
  detail: 'The payment did not go through, and your card was not charged.',
};

const notInFull: ErrorBody = {
  code: 'declined',
  detail: 'Your card did not allow the whole amount, so nothing was charged. Please try another card.',
};

/** For a customer who had no answer before the full refund. */
export const refunded: ErrorBody = {
  code: 'refunded',
  detail: 'This purchase was refunded to your card.',
};

/** The attempt never reached the gateway and won't be sent again. */
export const givenUp: Decision = {
  decidedBy: 'deadline',
  status: 'failed',
  gatewayTransactionId: null,
  refusal: notCharged,
};

/** The card was charged the full amount. */
export const charged = (gatewayTransactionId: string): Decision => ({
  decidedBy: 'gateway',
  status: 'completed',
  gatewayTransactionId,
  refusal: null,
});

/** The card was charged a different amount, all of which was refunded. */
export const failedAfterRefund = (gatewayTransactionId: string, wasInPart: boolean): Decision => ({
  decidedBy: 'gateway',
  status: 'failed',
  gatewayTransactionId,
  refusal: wasInPart ? notInFull : refunded,
});

/** The gateway or the bank refused. */
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

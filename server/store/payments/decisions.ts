import type { TransactionStatus } from '#contract/history-query.ts';
import { declineReason } from '../gateway/decline-reasons.ts';
import type { RecordedOrder } from '../gateway/order.ts';
import { isDecline, type SaleOutcome } from '../gateway/sale-reply.ts';
import type { RefusalReason } from '../refusals.ts';

/** How a purchase attempt ends. */
export interface Decision {
  readonly decidedBy: 'gateway' | 'deadline';
  /** `completed` becomes `refunded` where all of it was given back. */
  readonly status: Extract<TransactionStatus, 'completed' | 'failed'>;
  readonly gatewayTransactionId: string | null;
  /** Why it failed; null when completed. */
  readonly refusal: RefusalReason | null;
  /** Whether the gateway's records are to be looked at once more later: they may have lagged. */
  readonly lookAgain?: boolean;
  /** Whether a bank, or one of the merchant's rules, turned the card down. */
  readonly isDecline?: boolean;
}

/** Why an attempt failed that was given up without the gateway having decided it. */
export const notCharged: RefusalReason = {
  code: 'not-charged',
  detail: 'The payment did not go through, and your card was not charged.',
};

const notInFull: RefusalReason = {
  code: 'declined',
  detail: 'Your card did not allow the whole amount, so nothing was charged. Please try another card.',
};

/** What a customer is told who had no response before all was given back. */
export const refunded: RefusalReason = {
  code: 'refunded',
  detail: 'This purchase was refunded to your card.',
};

/** The end of an attempt that never reached the gateway, and is not sent again. */
export const givenUp: Decision = {
  decidedBy: 'deadline',
  status: 'failed',
  gatewayTransactionId: null,
  refusal: notCharged,
};

/** The end of an attempt whose card was charged with the whole amount. */
export const charged = (gatewayTransactionId: string): Decision => ({
  decidedBy: 'gateway',
  status: 'completed',
  gatewayTransactionId,
  refusal: null,
});

/** The end of an attempt whose card was charged with another amount, all of which was given back. */
export const takenBack = (gatewayTransactionId: string, wasInPart: boolean): Decision => ({
  decidedBy: 'gateway',
  status: 'failed',
  gatewayTransactionId,
  refusal: wasInPart ? notInFull : refunded,
});

/** The end of an attempt that the gateway or the bank turned down. */
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
  isDecline:
    sale.kind === 'refused' || sale.failedCheck === undefined
      ? sale.kind !== 'turned-down' && isDecline(sale.code)
      : true,
});

import type { TransactionStatus } from '#contract/history-query.ts';
import { declineReason } from '../gateway/decline-reasons.ts';
import type { FoundSale } from '../gateway/query-reply.ts';
import type { SaleOutcome } from '../gateway/sale-reply.ts';
import type { RefusalReason } from '../refusals.ts';

/** How a purchase attempt ends. */
export interface Decision {
  readonly decidedBy: 'gateway' | 'deadline';
  readonly status: Exclude<TransactionStatus, 'pending'>;
  readonly gatewayTransactionId: string | null;
  /** Null when completed; of a refund it is for a customer who had no response before it. */
  readonly refusal: RefusalReason | null;
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

const refunded: RefusalReason = { code: 'refunded', detail: 'This purchase was refunded to your card.' };

/** The end of an attempt of which the gateway knows nothing for too long. */
export const givenUp: Decision = {
  decidedBy: 'deadline',
  status: 'failed',
  gatewayTransactionId: null,
  refusal: notCharged,
};

/** The end of an attempt by what the gateway says of its sale. */
export const decisionOf = (
  sale:
    | Extract<SaleOutcome, { kind: 'approved' | 'partly-approved' | 'refused' | 'turned-down' }>
    | Exclude<FoundSale, { kind: 'nothing' | 'undecided' }>,
): Decision => {
  const by = { decidedBy: 'gateway', gatewayTransactionId: sale.transactionId } as const;
  switch (sale.kind) {
    case 'approved':
    case 'charged':
      return { ...by, status: 'completed', refusal: null };
    case 'refunded':
      return { ...by, status: 'refunded', refusal: refunded };
    case 'partly-approved':
      return { ...by, status: 'failed', refusal: notInFull };
    case 'refused':
    case 'turned-down':
    case 'not-charged':
      return { ...by, status: 'failed', refusal: declineReason(sale.code, sale.text) };
  }
};

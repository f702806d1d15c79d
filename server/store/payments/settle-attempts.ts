import { callFunction } from '../database/call-function.ts';
import type { Database } from '../database/database.ts';
import type { PurchaseDecision } from '../database/functions.gen.ts';
import type { Reversal } from './assess.ts';
import { type Decision, refunded } from './decisions.ts';
import type { BookedOrder, KnownAttempt } from './known-attempt.ts';
import { type PaymentResponse, toResponse } from './responses.ts';

export interface AttemptToSettle {
  readonly attempt: KnownAttempt;
  readonly decision: Decision;
  readonly cause: string;
  readonly reversals: readonly Reversal[];
}

export interface Settlement extends BookedOrder {
  /** Whether this call settled the attempt or booked anything. */
  readonly moved: boolean;
  /** Undefined while the attempt is open. */
  readonly response: PaymentResponse | undefined;
}

/** Settles attempts in order, in one transaction (`settle_purchases`). */
export const settleAttempts = async (
  database: Database,
  settlements: readonly AttemptToSettle[],
): Promise<Settlement[]> => {
  const rows = await callFunction(database, 'settle_purchases', { decisions: settlements.map(toDecision) });
  return rows.map((row) => ({
    moved: row.moved,
    status: row.status,
    refundedCents: row.refunded_cents,
    response: row.status === 'pending' ? undefined : toResponse(row),
  }));
};

/** How long records may lag behind a sale reported as not charged, in ms. */
const lookAgainMs = 15 * 60_000;

const toDecision = ({ attempt, decision, cause, reversals }: AttemptToSettle): PurchaseDecision => ({
  customer_id: attempt.customerId,
  attempt_id: attempt.attemptId,
  status: decision.status,
  decided_by: decision.decidedBy,
  cause,
  state: attempt.state,
  sent_at: attempt.sentAt,
  gateway_transaction_id: decision.gatewayTransactionId,
  refusal_code: decision.refusal?.code,
  refusal_detail: decision.refusal?.detail,
  look_again_ms: decision.lookAgain === true ? lookAgainMs : null,
  is_decline: decision.isDecline,
  retry: decision.retry,
  reversals: reversals.map(({ kind, reference, transactionId, amountCents }) => ({
    kind,
    reference,
    amount_cents: amountCents,
    gateway_transaction_id: transactionId,
  })),
  refunded_code: refunded.code,
  refunded_detail: refunded.detail,
});

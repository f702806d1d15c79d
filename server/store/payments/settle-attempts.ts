import type { TransactionStatus } from '#contract/queries.ts';
import { callEachOf } from '../database/call-each.ts';
import type { Database } from '../database/database.ts';
import type { Reversal } from './assess.ts';
import { type Decision, refunded } from './decisions.ts';
import type { BookedOrder, KnownAttempt } from './known-attempt.ts';
import { type PaymentResponse, type ResultRow, toResponse } from './responses.ts';

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

const settleEach = callEachOf<SettlementRow>('settle_purchase', [
  'text',
  'uuid',
  'text',
  'text',
  'text',
  'timestamptz',
  'text',
  'text',
  'text',
  'bigint',
  'jsonb',
  'text',
  'text',
  'text',
  'boolean',
  'text',
]);

type SettlementRow = ResultRow & {
  moved: boolean;
  status: TransactionStatus;
  refunded_cents: number;
};

/** Settles attempts in order (`settle_purchase`), in one transaction. */
export const settleAttempts = async (
  database: Database,
  settlements: readonly AttemptToSettle[],
): Promise<Settlement[]> => {
  const rows = await settleEach(database, settlements.map(toSettlementValues));
  return rows.map((row) => ({
    moved: row.moved,
    status: row.status,
    refundedCents: row.refunded_cents,
    response: row.status === 'pending' ? undefined : toResponse(row),
  }));
};

/** How long records may lag behind a sale that was reported as not charged. */
const lookAgainMs = 15 * 60_000;

const toReversalRow = ({ kind, reference, transactionId, amountCents }: Reversal) => ({
  kind,
  reference,
  amount_cents: amountCents,
  gateway_transaction_id: transactionId,
});

const toSettlementValues = ({ attempt, decision, cause, reversals }: AttemptToSettle): unknown[] => [
  attempt.customerId,
  attempt.attemptId,
  decision.status,
  decision.decidedBy,
  attempt.state,
  attempt.sentAt,
  decision.gatewayTransactionId,
  decision.refusal?.code,
  decision.refusal?.detail,
  decision.lookAgain === true ? lookAgainMs : null,
  JSON.stringify(reversals.map(toReversalRow)),
  refunded.code,
  refunded.detail,
  cause,
  decision.isDecline === true,
  decision.retry,
];

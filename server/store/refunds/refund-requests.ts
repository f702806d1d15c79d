import { callForRow } from '../database/call-function.ts';
import type { Queryable } from '../database/database.ts';
import type { RefundOpening } from '../database/functions.gen.ts';
import { type RecordedOrder, reversalsOf } from '../gateway/order.ts';
import type { ReversalOutcome } from '../gateway/reversal-reply.ts';
import type { StoreParts } from '../parts.ts';
import { openCase } from '../payments/open-cases.ts';

export interface RefundRequest {
  readonly refundId: string;
  readonly customerId: string;
  readonly attemptId: string;
  readonly kind: 'refund' | 'void';
  readonly amountCents: number;
  /** References of reversals that the gateway's records showed before the request. */
  readonly referencesBefore: readonly string[];
  readonly state: 'sending' | 'approved' | 'unknown' | 'recorded' | 'refused' | 'unsent' | 'given-up';
  readonly gatewayTransactionId: string | null;
  readonly requestedBy: string;
  readonly startedBy: 'customer' | 'operator';
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
}

type NewRefundRequest = Pick<
  RefundRequest,
  'refundId' | 'customerId' | 'attemptId' | 'kind' | 'amountCents' | 'referencesBefore' | 'requestedBy'
>;

type OfAttempt = Pick<RefundRequest, 'customerId' | 'attemptId'>;

/** Extra time for a refund's requester beyond the gateway's timeout, in ms. */
const askingMarginMs = 5_000;

const columns = `refund_id as "refundId", customer_id as "customerId", attempt_id as "attemptId", kind,
  amount_cents as "amountCents", references_before as "referencesBefore", state,
  gateway_transaction_id as "gatewayTransactionId", requested_by as "requestedBy", started_by as "startedBy",
  requested_at as "requestedAt", ended_at as "endedAt"`;

/** Returns the refund requests for an attempt, or for all of a customer's attempts, oldest first. */
export const refundRequestsOf = (
  database: Queryable,
  { customerId, attemptId }: Partial<OfAttempt> & Pick<OfAttempt, 'customerId'>,
): Promise<RefundRequest[]> =>
  database.query<RefundRequest>(
    `select ${columns} from refund_requests
     where customer_id = $1 and ($2::uuid is null or attempt_id = $2) order by requested_at, refund_id`,
    [customerId, attemptId],
  );

/** Returns all customers' requests that the gateway's records don't show yet, oldest first. */
export const openRefundRequests = (database: Queryable): Promise<RefundRequest[]> =>
  database.query<RefundRequest>(
    `select ${columns} from refund_requests where ended_at is null order by requested_at, refund_id`,
  );

/** Returns a refund's attempt id by its transaction id, or undefined if the store didn't send it. */
export const orderOfRefund = async (
  database: Queryable,
  transactionId: string,
): Promise<string | undefined> => {
  const [request] = await database.query<{ attemptId: string }>(
    'select attempt_id as "attemptId" from refund_requests where gateway_transaction_id = $1 limit 1',
    [transactionId],
  );
  return request?.attemptId;
};

/**
 * Opens a request if it is allowed. Without a `refundId`, only checks the rules.
 * @param refundedCents what was refunded when the caller planned the request, in US cents
 * @param signedInAt when the customer who starts the refund signed in; undefined for an operator
 */
export const openRefundRequest = (
  { config }: Pick<StoreParts, 'config'>,
  database: Queryable,
  request: OfAttempt & Partial<NewRefundRequest>,
  refundedCents: number,
  signedInAt?: Date | null,
): Promise<RefundOpening> =>
  callForRow(database, 'open_refund', {
    order: {
      customer_id: request.customerId,
      attempt_id: request.attemptId,
      refund_id: request.refundId,
      kind: request.kind,
      amount_cents: request.amountCents,
      references_before: request.referencesBefore,
      operator: signedInAt === undefined ? request.requestedBy : null,
      refunded_cents: refundedCents,
      patience_ms: config.gateway.saleTimeoutMs + askingMarginMs,
      days: config.selfRefundDays,
      signed_in_at: signedInAt,
    },
  });

/** Calls `note_refund`. */
const note = async (
  database: Queryable,
  { customerId, refundId }: Pick<RefundRequest, 'customerId' | 'refundId'>,
  state: RefundRequest['state'],
  isEnd: boolean,
  gatewayTransactionId: string | null = null,
): Promise<boolean> => {
  const values = { customer: customerId, refund: refundId, state, gateway_transaction: gatewayTransactionId };
  return (await callForRow(database, 'note_refund', { ...values, is_end: isEnd })).value;
};

/** Stores the gateway's response, unless the records have already confirmed the request. */
export const noteReply = async (
  parts: Pick<StoreParts, 'database' | 'log'>,
  request: NewRefundRequest,
  outcome: ReversalOutcome,
): Promise<void> => {
  const isEnd = outcome.kind === 'refused' || outcome.kind === 'unsent';
  const transactionId = outcome.kind === 'approved' ? outcome.transactionId : null;
  const wasOpen = await note(parts.database, request, outcome.kind, isEnd, transactionId);
  if (outcome.kind === 'unknown' && wasOpen) await openUnknown(parts, request);
};

/** Ends requests that the records confirm or whose case is closed. Opens a case for overdue requests. */
export const confirmRefunds = async (
  parts: StoreParts,
  attempt: OfAttempt,
  requests: readonly RefundRequest[],
  recorded: RecordedOrder,
): Promise<void> => {
  const { database, config } = parts;
  for (const request of requests.filter(({ endedAt }) => endedAt === null)) {
    if (isRecorded(request, recorded)) {
      await note(database, request, 'recorded', true);
      continue;
    }
    const id = [attempt.customerId, request.refundId];
    const values = [...id, config.gateway.saleTimeoutMs + askingMarginMs];
    const [stale] = await database.query<{ isClosed: boolean; isOverdue: boolean }>(readStale, values);
    if (stale?.isClosed) await note(database, request, 'given-up', true);
    else if (stale?.isOverdue) {
      await database.query(endAsUnknown, id);
      await openUnknown(parts, request);
    }
  }
};

/** Frees the credits of ended requests. The previous release ends requests without that. */
export const freeEndedRefunds = (database: Queryable): Promise<unknown> =>
  database.query(`select free_refunded_credits(customer_id, attempt_id)
    from holds join refund_requests using (customer_id, refund_id)
    where holds.state = 'open' and refund_requests.ended_at is not null`);

const isRecorded = (request: RefundRequest, recorded: RecordedOrder): boolean => {
  if (recorded.kind !== 'charged') return false;
  return reversalsOf(recorded).some(
    ({ kind, reference, amountCents }) =>
      kind === request.kind &&
      !request.referencesBefore.includes(reference) &&
      (reference === request.gatewayTransactionId || amountCents === request.amountCents),
  );
};

const openUnknown = async (
  parts: Pick<StoreParts, 'database' | 'log'>,
  { refundId, customerId, attemptId, amountCents, kind }: NewRefundRequest,
): Promise<void> => {
  await openCase(parts, {
    kind: 'refund-unknown',
    reference: refundId,
    customerId,
    attemptId,
    evidence: { orderId: attemptId, amountCents, outcome: kind },
  });
};

/** Reads whether the request is overdue, or an operator closed its case after finding that nothing was refunded. */
const readStale = `
  select exists (
      select from open_cases
      where kind = 'refund-unknown' and reference = refund_id::text and closed_at is not null
    ) as "isClosed",
    state = 'sending' and requested_at <= store_now() - $3::bigint * interval '1 ms' as "isOverdue"
  from refund_requests where customer_id = $1 and refund_id = $2 and ended_at is null`;

const endAsUnknown = `
  update refund_requests set state = 'unknown'
  where customer_id = $1 and refund_id = $2 and state = 'sending'`;

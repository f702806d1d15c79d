import type { AttemptState } from '#contract/purchases.ts';
import type { TransactionStatus } from '#contract/queries.ts';
import { inBatches } from '../database/batches.ts';
import { callForRow } from '../database/call-function.ts';
import { type Database, isStatementUndone } from '../database/database.ts';
import type { PurchaseOpening } from '../database/functions.gen.ts';
import { livingProcesses } from '../database/presence.ts';
import { customerNotFound, tooManyAttempts } from '../http/http-error.ts';
import type { Reversal } from './assess.ts';
import { type Decision, notCharged } from './decisions.ts';
import type { BookedOrder, DueAttempt, KnownAttempt } from './known-attempt.ts';
import { createLostOpenings, type LostOpenings } from './lost-openings.ts';
import { type AttemptLimits, type AttemptToOpen, openAttempts } from './open-attempts.ts';
import { type ResultRow, toPurchase, toRefusal } from './responses.ts';
import { type AttemptToSettle, type Settlement, settleAttempts } from './settle-attempts.ts';

/** Stores purchase attempts. All money moves through `settle`. */
export type PurchaseAttempts = ReturnType<typeof createPurchaseAttempts>;

export const createPurchaseAttempts = (
  database: Database,
  limits: AttemptLimits,
  lost: LostOpenings = createLostOpenings(database),
  gatherMs = 0,
) => {
  /** Finds an attempt. Returns undefined if it hasn't arrived yet. */
  const find = async (customerId: string, attemptId: string): Promise<AttemptState | undefined> => {
    const [row] = await database.query<AttemptRow>(findAttempt, [customerId, attemptId]);
    return row && toState(row);
  };

  const open = inBatches(
    (attempts: readonly AttemptToOpen[]) => openAttempts(database, attempts, limits, lost),
    { ...batches, gatherMs, keyOf: ({ customerId }) => customerId },
  );
  const settle = inBatches(
    (settlements: readonly AttemptToSettle[]) => settleAttempts(database, settlements),
    { ...batches, gatherMs, keyOf: ({ attempt }) => attempt.customerId },
  );

  return {
    find,

    /** Opens an attempt (`open_purchases`), or returns an existing one's state. */
    open: (attempt: AttemptToOpen): Promise<PurchaseOpening> => open(attempt),

    /**
     * Settles an attempt. An approval overrides any failure. A failure settles only an attempt that hasn't changed.
     * @param cause `attempt`, `records`, `event <id>` or `person <name>`
     */
    settle: (
      attempt: KnownAttempt,
      decision: Decision,
      cause: string,
      reversals: readonly Reversal[] = [],
    ): Promise<Settlement> => settle({ attempt, decision, cause, reversals }),

    /**
     * Permanently fails an attempt that hasn't reached the gateway. If its request arrives later, it fails too.
     * @throws {HttpError} 404 without a customer record, 429 after too many withdrawals
     */
    async withdraw(customerId: string, attemptId: string): Promise<AttemptState> {
      const { value: outcome } = await callForRow(database, 'withdraw_purchase', {
        customer: customerId,
        attempt: attemptId,
        code: notCharged.code,
        detail: notCharged.detail,
        limit: limits.attemptsPerMinute,
      });
      if (outcome === 'unknown-customer') throw customerNotFound();
      if (outcome === 'too-many') throw tooManyAttempts();
      const state = await find(customerId, attemptId);
      if (state === undefined) throw new Error('The purchase attempt has disappeared from the database.');
      return state;
    },

    /** Records that the sale certainly didn't reach the gateway. @returns whether the attempt was still unchanged */
    async markUnsent(
      { customerId, attemptId, sentAt }: KnownAttempt,
      traceParent: string | null = null,
    ): Promise<boolean> {
      const noted = await database.query(
        `update purchase_attempts set state = 'unsent', trace_parent = $4
         where customer_id = $1 and attempt_id = $2 and state = 'sending' and sent_at = $3
         returning attempt_id`,
        [customerId, attemptId, sentAt, traceParent],
      );
      return noted.length > 0;
    },

    /** Schedules a lookup. The attempt no longer counts as in flight. */
    async scheduleCheck(
      { customerId, attemptId }: KnownAttempt,
      inMs: number,
      traceParent: string | null,
    ): Promise<void> {
      await database.query(
        `update purchase_attempts
         set sender = null, check_at = store_now() + $3::bigint * interval '1 ms', trace_parent = $4
         where customer_id = $1 and attempt_id = $2 and state <> 'settled'`,
        [customerId, attemptId, inMs, traceParent],
      );
    },

    /** Stops lookups of a settled attempt, unless a refund is still open or another lookup was scheduled. */
    async stopChecking({ customerId, attemptId, checkAt }: DueAttempt): Promise<void> {
      await database.query(
        `update purchase_attempts set check_at = null
         where customer_id = $1 and attempt_id = $2 and check_at = $3 and state = 'settled' and not exists (
           select from refund_requests where customer_id = $1 and attempt_id = $2 and ended_at is null
         )`,
        [customerId, attemptId, checkAt],
      );
    },

    async findByOrder(orderId: string): Promise<(KnownAttempt & BookedOrder) | undefined> {
      const [attempt] = await database.query<KnownAttempt & BookedOrder>(findAttemptByOrder, [orderId]);
      return attempt;
    },

    /**
     * Takes the oldest attempts to look up, including those of dead senders, and schedules their next lookup.
     * @param which `due`: attempts whose lookup is due; `all`: every attempt
     */
    takeDue: (which: 'due' | 'all', dailyFromMs: number, limit: number): Promise<DueAttempt[]> =>
      database.query<DueAttempt>(takeDueAttempts, [which === 'all', dailyFromMs, limit]),
  };
};

// A customer's purchases all lock the same account, so batches save statements, connections and commits.
const batches = { size: 64, concurrency: 3, isUndone: isStatementUndone };

const findAttempt = `
  select entries.status, entries.transaction_id, entries.credits + entries.bonus_credits as credits_added,
    entries.amount_cents, attempts.refusal_code, attempts.refusal_detail
  from purchase_attempts attempts
  join transactions entries using (customer_id, position)
  where attempts.customer_id = $1 and attempts.attempt_id = $2
  union all
  select 'withdrawn', null, null, null, null, null
  from withdrawn_attempts
  where customer_id = $1 and attempt_id = $2`;

/** Returns SQL for the delay until the next try: a quarter of the elapsed time, but at least 2 seconds and at most an hour. */
export const untilNextTry = (passed: string): string =>
  `greatest(interval '2 s', least(interval '1 h', (${passed}) / 4))`;

/** SQL condition that checks whether the sender timed out or its process has ended. */
const isAbandoned = `(check_at <= clock.now
      or (state = 'sending' and sender is not null and sender <> all (array(${livingProcesses}))))`;

/** Uses a CTE. Otherwise, a nested loop could run the locking subquery once per row, and lock too many rows. */
const takeDueAttempts = `
  with due as materialized (
    select customer_id, attempt_id, position, clock.now, ${isAbandoned} as is_abandoned,
      greatest(sent_at, (
        select requested_at from refund_requests requests
        where requests.customer_id = purchase_attempts.customer_id
          and requests.attempt_id = purchase_attempts.attempt_id and ended_at is null
      )) as since
    from (select store_now() as now offset 0) clock
    join purchase_attempts on check_at is not null and ($1 or ${isAbandoned})
    order by check_at
    limit $3
    for update of purchase_attempts skip locked
  )
  update purchase_attempts attempts
  set sender = null, check_at = due.now + case
    when due.now - due.since >= $2::bigint * interval '1 ms' then interval '1 day'
    else ${untilNextTry('due.now - due.since')}
  end
  from due left join transactions entries using (customer_id, position)
  where attempts.customer_id = due.customer_id and attempts.attempt_id = due.attempt_id
  returning attempts.customer_id as "customerId", attempts.attempt_id as "attemptId", attempts.state,
    attempts.sent_at as "sentAt", coalesce(entries.amount_cents, 0) as "amountCents",
    attempts.trace_parent as "traceParent",
    attempts.send_locks as "sendLocks", attempts.check_at::text as "checkAt", due.is_abandoned as "isAbandoned",
    round(extract(epoch from due.now - attempts.sent_at) * 1000)::bigint as "ageMs"`;

/** SQL that finds the attempt and the entry of an order id, without knowing the customer. */
export const claimedOrders = `gateway_claims claims
  join purchase_attempts attempts using (customer_id, attempt_id)
  join transactions entries on entries.customer_id = attempts.customer_id and entries.position = attempts.position`;

const findAttemptByOrder = `
  select attempts.customer_id as "customerId", attempts.attempt_id as "attemptId", attempts.state,
    attempts.sent_at as "sentAt", coalesce(entries.amount_cents, 0) as "amountCents",
    coalesce(entries.refunded_cents, 0) as "refundedCents",
    coalesce(entries.status, case
      when attempts.state <> 'settled' then 'pending'
      when attempts.refusal_detail is null then 'completed'
      else 'failed'
    end) as status
  from gateway_claims claims
  join purchase_attempts attempts using (customer_id, attempt_id)
  left join transactions entries using (customer_id, position)
  where claims.kind = 'order' and claims.claim = uuid_send($1::uuid)`;

type AttemptRow = { status: 'withdrawn' } | (ResultRow & { status: TransactionStatus });

const toState = (row: AttemptRow): AttemptState => {
  switch (row.status) {
    case 'withdrawn':
      return { state: 'failed', ...notCharged };
    case 'pending':
      return { state: 'pending' };
    case 'failed':
      return { state: 'failed', ...(toRefusal(row) ?? notCharged) };
    case 'completed':
    case 'refunded':
      return { state: row.status, purchase: toPurchase(row) };
  }
};

import type { ErrorCode } from '#contract/errors.ts';
import type { TransactionStatus } from '#contract/history-query.ts';
import type { AttemptState, Purchase } from '#contract/purchases.ts';
import type { StoreConfig } from '../config.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import { livingProcesses, processId } from '../database/presence.ts';
import { customerNotFound, type RefusalReason, tooManyAttempts } from '../refusals.ts';
import type { Reversal } from './assess.ts';
import { type Decision, notCharged, refunded } from './decisions.ts';
import { type LostOpenings, lostOpeningsIn } from './lost-openings.ts';

/** The response to a settled attempt, and to every repetition of it. */
export type PaymentResponse =
  | { readonly status: 200; readonly body: Purchase }
  | { readonly status: 402; readonly body: RefusalBody };

/** `code` is absent in responses from before there were codes. */
type RefusalBody = Partial<Pick<RefusalReason, 'code'>> & Pick<RefusalReason, 'detail'>;

export interface AttemptToOpen {
  readonly customerId: string;
  readonly attemptId: string;
  /** SHA-256 of the whole request. */
  readonly fingerprint: Buffer;
  /** SHA-256 of the payment token: shows whether it was used before, without storing it. */
  readonly tokenHash: Buffer;
  /** Where it is not on sale, only an attempt that exists already gets its response. */
  readonly productId: string;
  /** What the customer agreed to pay, in US cents; undefined: whatever the price is. */
  readonly expectedCents: number | undefined;
  /** How long the sale may take, in milliseconds: the outcome is looked up when it is not known by then. */
  readonly patienceMs: number;
  /** Where the customer is on the internet, if that is known. */
  readonly ipAddress: string | undefined;
}

export type Opening =
  /** This caller alone now sends the sale, for that amount. */
  | {
      readonly outcome: 'opened';
      readonly transactionId: string;
      readonly amountCents: number;
      /** It was sent earlier, and taken for not having reached the gateway. */
      readonly wasSentBefore: boolean;
      /** When this sale was handed to the gateway. */
      readonly sentAt: Date;
      /** The customer's address, if it is known. */
      readonly email: string | null;
    }
  | { readonly outcome: 'settled'; readonly response: PaymentResponse }
  /** The declines before it were too many, of everybody or of this customer or address. */
  | { readonly outcome: 'paused' | 'too-many-declines'; readonly retryAfterSeconds: number }
  | {
      readonly outcome:
        | 'in-progress'
        | 'withdrawn'
        | 'key-reused'
        | 'unknown-customer'
        | 'unknown-product'
        | 'price-changed'
        | 'too-many'
        | 'token-used'
        | 'order-taken';
    };

export interface KnownAttempt {
  readonly customerId: string;
  readonly attemptId: string;
  readonly amountCents: number;
  /** What was known of it when it was read: a failure settles it only while that is so. */
  readonly state: 'sending' | 'unsent' | 'settled';
  /** When the sale was last handed to the gateway. */
  readonly sentAt: Date;
}

/** An attempt whose outcome is to be looked up. */
export interface DueAttempt extends KnownAttempt {
  /** How long ago its sale was handed to the gateway, by the database's clock, in milliseconds. */
  readonly ageMs: number;
  /** Of the request that sent it and was told no outcome, if that was traced. */
  readonly traceParent: string | null;
}

/** What the books say of an order. */
export interface BookedOrder {
  readonly status: TransactionStatus;
  /** What of it was given back, in US cents: all of it where the status is `refunded`. */
  readonly refundedCents: number;
}

export interface Settlement extends BookedOrder {
  /** Whether the attempt ended by this, or anything was booked. */
  readonly moved: boolean;
  /** Undefined while the attempt has not ended. */
  readonly response: PaymentResponse | undefined;
}

/** The records of purchase attempts. All money moves through `settle`. */
export type PurchaseAttempts = ReturnType<typeof purchaseAttemptsIn>;

/** How many attempts a customer may open, and as many again withdraw, within a minute; and how many may be declined. */
type AttemptLimits = Pick<StoreConfig, 'attemptsPerMinute' | 'declines'>;

export const purchaseAttemptsIn = (
  database: Database,
  limits: AttemptLimits,
  lost: LostOpenings = lostOpeningsIn(database),
) => {
  /** What became of an attempt; undefined for one that has not arrived, which it still may. */
  const find = async (customerId: string, attemptId: string): Promise<AttemptState | undefined> => {
    const [row] = await database.query<AttemptRow>(findAttempt, [customerId, attemptId]);
    return row && toState(row);
  };

  return {
    find,

    /** Opens an attempt (`open_purchase`), or returns what became of it. */
    async open(attempt: AttemptToOpen): Promise<Opening> {
      const { customerId, attemptId } = attempt;
      const transactionId = crypto.randomUUID();
      const opening = database.query<OpeningRow>(
        'select * from open_purchase($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
        [
          customerId,
          attemptId,
          attempt.fingerprint,
          attempt.tokenHash,
          transactionId,
          attempt.productId,
          attempt.expectedCents,
          attempt.patienceMs,
          limits.attemptsPerMinute,
          attempt.ipAddress,
          limits.declines.perCustomer,
          limits.declines.perNetwork,
          processId,
        ],
      );
      const [row] = await opening.catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) lost.note({ customerId, attemptId, transactionId });
        throw error;
      });
      if (row === undefined) throw new Error('open_purchase returned no row.');
      switch (row.outcome) {
        case 'opened':
          return {
            outcome: 'opened',
            transactionId: row.transaction_id,
            amountCents: row.amount_cents,
            wasSentBefore: row.was_sent_before,
            sentAt: row.sent_at,
            email: row.email,
          };
        case 'settled':
          return { outcome: 'settled', response: toResponse(row) };
        case 'paused':
        case 'too-many-declines':
          return { outcome: row.outcome, retryAfterSeconds: row.retry_after_s };
        default:
          return { outcome: row.outcome };
      }
    },

    /**
     * Settles an attempt, and books what of it was given back, each reversal once (`settle_purchase`). An approval
     * outranks every failure; a failure settles only an attempt that is still as it was read.
     *
     * @param cause what led to it: `attempt`, `records`, `event <id>` or `person <name>`
     */
    async settle(
      { customerId, attemptId, state, sentAt }: KnownAttempt,
      { decidedBy, status, gatewayTransactionId, refusal, lookAgain = false, isDecline = false }: Decision,
      cause: string,
      reversals: readonly Reversal[] = [],
    ): Promise<Settlement> {
      const [row] = await database.query<SettlementRow>(
        'select * from settle_purchase($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
        [
          customerId,
          attemptId,
          status,
          decidedBy,
          state,
          sentAt,
          gatewayTransactionId,
          refusal?.code,
          refusal?.detail,
          lookAgain ? lookAgainMs : null,
          JSON.stringify(reversals.map(toReversalRow)),
          refunded.code,
          refunded.detail,
          cause,
          isDecline,
        ],
      );
      if (row === undefined) throw new Error('settle_purchase returned no row.');
      return {
        moved: row.moved,
        status: row.status,
        refundedCents: row.refunded_cents,
        response: row.status === 'pending' ? undefined : toResponse(row),
      };
    },

    /**
     * Gives an attempt up if it has not reached the gateway: from then on it has failed for good, even should its
     * request still arrive. Any other attempt goes on as it was.
     *
     * @returns what became of it
     * @throws Refusal 404 without a customer record, 429 after too many withdrawals
     */
    async withdraw(customerId: string, attemptId: string): Promise<AttemptState> {
      const [row] = await database.query<{
        outcome: 'withdrawn' | 'opened' | 'unknown-customer' | 'too-many';
      }>('select withdraw_purchase($1, $2, $3, $4, $5) as outcome', [
        customerId,
        attemptId,
        notCharged.code,
        notCharged.detail,
        limits.attemptsPerMinute,
      ]);
      if (row?.outcome === 'unknown-customer') throw customerNotFound();
      if (row?.outcome === 'too-many') throw tooManyAttempts();
      const state = await find(customerId, attemptId);
      if (state === undefined) throw new Error('An attempt that was there is gone.');
      return state;
    },

    /** Notes that the sale surely did not reach the gateway: the same attempt may be sent again. */
    async markUnsent(
      { customerId, attemptId, sentAt }: KnownAttempt,
      traceParent: string | null = null,
    ): Promise<void> {
      await database.query(
        `update purchase_attempts set state = 'unsent', trace_parent = $4
         where customer_id = $1 and attempt_id = $2 and state = 'sending' and sent_at = $3`,
        [customerId, attemptId, sentAt, traceParent],
      );
    },

    /** Has the outcome looked up in so many milliseconds. */
    async scheduleCheck(
      { customerId, attemptId }: KnownAttempt,
      inMs: number,
      traceParent: string | null,
    ): Promise<void> {
      await database.query(
        `update purchase_attempts
         set check_at = store_now() + $3::bigint * interval '1 ms', trace_parent = $4
         where customer_id = $1 and attempt_id = $2 and state <> 'settled'`,
        [customerId, attemptId, inMs, traceParent],
      );
    },

    /** Ends the looking up of an attempt that is settled, and of which no refund is still to be found out about. */
    async stopChecking({ customerId, attemptId }: KnownAttempt): Promise<void> {
      await database.query(
        `update purchase_attempts set check_at = null
         where customer_id = $1 and attempt_id = $2 and state = 'settled' and not exists (
           select from refund_requests where customer_id = $1 and attempt_id = $2 and ended_at is null
         )`,
        [customerId, attemptId],
      );
    },

    /** The attempt behind an order of the gateway, settled or not, and what the books say of it. */
    async findByOrder(orderId: string): Promise<(KnownAttempt & BookedOrder) | undefined> {
      const [attempt] = await database.query<KnownAttempt & BookedOrder>(findAttemptByOrder, [orderId]);
      return attempt;
    },

    /**
     * Takes attempts that are to be looked up, also those whose sender is gone, oldest first, and schedules their next look-up: from 2 seconds on, ever
     * rarer, up to an hour; once a day from `dailyFromMs` after they were sent.
     *
     * @param which `due`: those whose time has come; `all`: every one
     */
    takeDue: (which: 'due' | 'all', dailyFromMs: number, limit: number): Promise<DueAttempt[]> =>
      database.query<DueAttempt>(takeDueAttempts, [which === 'all', dailyFromMs, limit]),
  };
};

/** How long records may lag behind a sale that was told as not charged. */
const lookAgainMs = 15 * 60_000;

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

const takeDueAttempts = `
  update purchase_attempts attempts
  set sender = null, check_at = due.now + case
    when due.now - attempts.sent_at >= $2::bigint * interval '1 ms' then interval '1 day'
    else greatest(interval '2 s', least(interval '1 h', (due.now - attempts.sent_at) / 4))
  end
  from (
    select customer_id, attempt_id, clock.now
    from (select store_now() as now offset 0) clock
    join purchase_attempts on check_at is not null and (
      $1 or check_at <= clock.now
      or (state = 'sending' and sender is not null and sender <> all (array(${livingProcesses})))
    )
    order by check_at
    limit $3
    for update of purchase_attempts skip locked
  ) due, transactions entries
  where attempts.customer_id = due.customer_id and attempts.attempt_id = due.attempt_id
    and entries.customer_id = attempts.customer_id and entries.position = attempts.position
  returning attempts.customer_id as "customerId", attempts.attempt_id as "attemptId", attempts.state,
    attempts.sent_at as "sentAt", entries.amount_cents as "amountCents", attempts.trace_parent as "traceParent",
    round(extract(epoch from due.now - attempts.sent_at) * 1000)::bigint as "ageMs"`;

const findAttemptByOrder = `
  select attempts.customer_id as "customerId", attempts.attempt_id as "attemptId", attempts.state,
    attempts.sent_at as "sentAt", entries.amount_cents as "amountCents", entries.status,
    entries.refunded_cents as "refundedCents"
  from gateway_claims claims
  join purchase_attempts attempts using (customer_id, attempt_id)
  join transactions entries on entries.customer_id = attempts.customer_id and entries.position = attempts.position
  where claims.kind = 'order' and claims.claim = uuid_send($1::uuid)`;

const toReversalRow = ({ kind, reference, transactionId, amountCents }: Reversal) => ({
  kind,
  reference,
  amount_cents: amountCents,
  gateway_transaction_id: transactionId,
});

/** The purchase of an attempt, and its refusal, if it was refused instead. */
interface ResultRow {
  transaction_id: string;
  credits_added: number;
  amount_cents: number;
  refusal_code: ErrorCode | null;
  refusal_detail: string | null;
}

interface OpeningRow extends ResultRow {
  outcome: Opening['outcome'];
  was_sent_before: boolean;
  sent_at: Date;
  email: string | null;
  retry_after_s: number;
}

interface SettlementRow extends ResultRow {
  moved: boolean;
  status: TransactionStatus;
  refunded_cents: number;
}

type AttemptRow = { status: 'withdrawn' } | (ResultRow & { status: TransactionStatus });

/** In the order in which PostgreSQL kept the fields of earlier responses, so that a repetition is the same to the byte. */
const toPurchase = ({ amount_cents, credits_added, transaction_id }: ResultRow): Purchase => ({
  amount_cents,
  credits_added,
  transaction_id,
});

const toRefusal = (code: ErrorCode | null, detail: string): RefusalBody => ({
  ...(code !== null && { code }),
  detail,
});

const toResponse = (row: ResultRow): PaymentResponse =>
  row.refusal_detail === null
    ? { status: 200, body: toPurchase(row) }
    : { status: 402, body: toRefusal(row.refusal_code, row.refusal_detail) };

const toState = (row: AttemptRow): AttemptState => {
  switch (row.status) {
    case 'withdrawn':
      return { state: 'failed', ...notCharged };
    case 'pending':
      return { state: 'pending' };
    case 'failed':
      return { state: 'failed', ...toRefusal(row.refusal_code, row.refusal_detail ?? notCharged.detail) };
    case 'completed':
    case 'refunded':
      return { state: row.status, purchase: toPurchase(row) };
  }
};

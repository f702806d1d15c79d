import type { ErrorCode } from '#contract/errors.ts';
import type { TransactionStatus } from '#contract/history-query.ts';
import type { Product } from '#contract/products.ts';
import type { AttemptState, Purchase } from '#contract/purchases.ts';
import type { Database } from '../database/database.ts';
import { customerNotFound, type RefusalReason, tooManyAttempts } from '../refusals.ts';
import { type Decision, notCharged } from './decisions.ts';

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
  /** Undefined when the product is not on sale: then only an attempt that exists already gets its response. */
  readonly product: Product | undefined;
  /** What the customer agreed to pay, in US cents; undefined: whatever the price is. */
  readonly expectedCents: number | undefined;
  readonly now: Date;
  /** When to look the outcome up, if it is not known by then. */
  readonly checkAt: Date;
}

export type Opening =
  /** This caller alone now sends the sale, for that amount. */
  | {
      readonly outcome: 'opened';
      readonly transactionId: string;
      readonly amountCents: number;
      /** It was sent earlier, and taken for not having reached the gateway. */
      readonly wasSentBefore: boolean;
    }
  | { readonly outcome: 'settled'; readonly response: PaymentResponse }
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
}

/** An attempt whose outcome is not known. */
export interface OpenAttempt extends KnownAttempt {
  readonly state: 'sending' | 'unsent';
  /** When the sale was last handed to the gateway. */
  readonly sentAt: Date;
}

/** The records of purchase attempts. All money moves through `settle`. */
export type PurchaseAttempts = ReturnType<typeof purchaseAttemptsIn>;

/** @param limitPerMinute how many attempts a customer may open, and as many again withdraw, within a minute */
export const purchaseAttemptsIn = (database: Database, limitPerMinute: number) => {
  /** What became of an attempt; undefined for one that has not arrived, which it still may. */
  const find = async (customerId: string, attemptId: string): Promise<AttemptState | undefined> => {
    const [row] = await database.query<AttemptRow>(findAttempt, [customerId, attemptId]);
    return row && toState(row);
  };

  return {
    find,

    /** Opens an attempt (`open_purchase`), or returns what became of it. */
    async open(attempt: AttemptToOpen): Promise<Opening> {
      const { product } = attempt;
      const [row] = await database.query<OpeningRow>(
        'select * from open_purchase($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
        [
          attempt.customerId,
          attempt.attemptId,
          attempt.fingerprint,
          attempt.tokenHash,
          crypto.randomUUID(),
          product?.id,
          product?.name,
          product?.price_cents,
          product?.credits,
          product?.bonus_credits,
          attempt.expectedCents,
          attempt.now,
          attempt.checkAt,
          limitPerMinute,
        ],
      );
      if (row === undefined) throw new Error('open_purchase returned no row.');
      switch (row.outcome) {
        case 'opened':
          return {
            outcome: 'opened',
            transactionId: row.transaction_id,
            amountCents: row.amount_cents,
            wasSentBefore: row.was_sent_before,
          };
        case 'settled':
          return { outcome: 'settled', response: toResponse(row) };
        default:
          return { outcome: row.outcome };
      }
    },

    /**
     * Settles an attempt once (`settle_purchase`).
     *
     * @returns `moved` is false when it was settled before, and the response is the earlier one
     */
    async settle(
      { customerId, attemptId }: Pick<KnownAttempt, 'customerId' | 'attemptId'>,
      { decidedBy, status, gatewayTransactionId, refusal }: Decision,
      now: Date,
    ): Promise<{ response: PaymentResponse; moved: boolean }> {
      const [row] = await database.query<ResultRow & { moved: boolean }>(
        'select * from settle_purchase($1, $2, $3, $4, $5, $6, $7, $8)',
        [customerId, attemptId, status, decidedBy, gatewayTransactionId, refusal?.code, refusal?.detail, now],
      );
      if (row === undefined) throw new Error('settle_purchase returned no row.');
      return { response: toResponse(row), moved: row.moved };
    },

    /**
     * Gives an attempt up if it has not reached the gateway: from then on it has failed for good, even should its
     * request still arrive. Any other attempt goes on as it was.
     *
     * @returns what became of it
     * @throws Refusal 404 without a customer record, 429 after too many withdrawals
     */
    async withdraw(customerId: string, attemptId: string, now: Date): Promise<AttemptState> {
      const [row] = await database.query<{
        outcome: 'withdrawn' | 'opened' | 'unknown-customer' | 'too-many';
      }>('select withdraw_purchase($1, $2, $3, $4, $5, $6) as outcome', [
        customerId,
        attemptId,
        notCharged.code,
        notCharged.detail,
        now,
        limitPerMinute,
      ]);
      if (row?.outcome === 'unknown-customer') throw customerNotFound();
      if (row?.outcome === 'too-many') throw tooManyAttempts();
      const state = await find(customerId, attemptId);
      if (state === undefined) throw new Error('An attempt that was there is gone.');
      return state;
    },

    /** Notes that the sale surely did not reach the gateway: the same attempt may be sent again. */
    async markUnsent(customerId: string, attemptId: string): Promise<void> {
      await database.query(
        `update purchase_attempts set state = 'unsent'
         where customer_id = $1 and attempt_id = $2 and state = 'sending'`,
        [customerId, attemptId],
      );
    },

    /** Has the outcome looked up at that time. */
    async scheduleCheck(customerId: string, attemptId: string, checkAt: Date): Promise<void> {
      await database.query(
        `update purchase_attempts set check_at = $3
         where customer_id = $1 and attempt_id = $2 and state <> 'settled'`,
        [customerId, attemptId, checkAt],
      );
    },

    /** The attempt behind an order of the gateway, settled or not. */
    async findByOrder(orderId: string): Promise<KnownAttempt | undefined> {
      const [attempt] = await database.query<KnownAttempt>(findAttemptByOrder, [orderId]);
      return attempt;
    },

    /** Takes attempts whose check is due by `dueBy`, oldest first, and schedules their next one. */
    takeDue: (dueBy: Date, now: Date, limit: number): Promise<OpenAttempt[]> =>
      database.query<OpenAttempt>(takeDueAttempts, [dueBy, now, limit]),
  };
};

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

/** Checks grow rarer as time passes, from every 2 seconds to every minute. */
const takeDueAttempts = `
  update purchase_attempts attempts
  set check_at = $2::timestamptz + greatest(interval '2 s', least(interval '1 min', ($2::timestamptz - attempts.sent_at) / 4))
  from (
    select customer_id, attempt_id
    from purchase_attempts
    where state <> 'settled' and check_at <= $1
    order by check_at
    limit $3
    for update skip locked
  ) due, transactions entries
  where attempts.customer_id = due.customer_id and attempts.attempt_id = due.attempt_id
    and entries.customer_id = attempts.customer_id and entries.position = attempts.position
  returning attempts.customer_id as "customerId", attempts.attempt_id as "attemptId", attempts.state,
    attempts.sent_at as "sentAt", entries.amount_cents as "amountCents"`;

const findAttemptByOrder = `
  select attempts.customer_id as "customerId", attempts.attempt_id as "attemptId",
    entries.amount_cents as "amountCents"
  from gateway_claims claims
  join purchase_attempts attempts using (customer_id, attempt_id)
  join transactions entries on entries.customer_id = attempts.customer_id and entries.position = attempts.position
  where claims.kind = 'order' and claims.claim = uuid_send($1::uuid)`;

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

import type { Product } from '#contract/products.ts';
import type { Database } from '../database/database.ts';

/** What every repetition of a settled attempt is answered. */
export interface StoredAnswer {
  readonly status: 200 | 402;
  /** `Purchase` with 200, `{ detail }` with 402. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The customer's text for an attempt that was given up without the gateway having decided it. */
export const notCharged = 'The payment did not go through, and your card was not charged.';

export interface AttemptToOpen {
  readonly customerId: string;
  readonly attemptId: string;
  readonly fingerprint: Buffer;
  readonly tokenHash: Buffer;
  /** Undefined when the product is not on sale: then only an attempt that exists already is answered. */
  readonly product: Product | undefined;
  /** What the customer agreed to pay, in US cents; undefined: whatever the price is. */
  readonly expectedCents: number | undefined;
  readonly now: Date;
  /** When to look the outcome up, if it is not known by then. */
  readonly checkAt: Date;
}

export type Opening =
  /** This caller alone now sends the sale, for that amount. */
  | { readonly outcome: 'opened'; readonly transactionId: string; readonly amountCents: number }
  | { readonly outcome: 'settled'; readonly answer: StoredAnswer }
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

export interface Settlement {
  readonly customerId: string;
  readonly attemptId: string;
  readonly decidedBy: 'gateway' | 'deadline';
  readonly result:
    | { readonly status: 'completed'; readonly gatewayTransactionId: string | null }
    | {
        /** `detail` is the customer's text, of a refund for one who was not answered before it. */
        readonly status: 'failed' | 'refunded';
        readonly gatewayTransactionId: string | null;
        readonly detail: string;
      };
  readonly now: Date;
}

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

/** The books of purchase attempts. All money moves through {@link PurchaseAttempts.settle}. */
export interface PurchaseAttempts {
  open(attempt: AttemptToOpen): Promise<Opening>;
  /** Settles once; `moved` is false when it was settled before, and the answer is the earlier one. */
  settle(settlement: Settlement): Promise<{ answer: StoredAnswer; moved: boolean }>;
  /** Notes that the sale surely did not reach the gateway: the same attempt may be sent again. */
  markUnsent(customerId: string, attemptId: string): Promise<void>;
  /** Has the outcome looked up at that time. */
  scheduleCheck(customerId: string, attemptId: string, checkAt: Date): Promise<void>;
  /** The attempt behind an order of the gateway, settled or not. */
  findByOrder(orderId: string): Promise<KnownAttempt | undefined>;
  /** Takes attempts whose check is due by `dueBy`, oldest first, and schedules their next one. */
  takeDue(dueBy: Date, now: Date, limit: number): Promise<OpenAttempt[]>;
}

/** Attempts that a customer may open, and as many again withdraw, within a window of time. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

export function purchaseAttemptsIn(database: Database, limit: AttemptLimit): PurchaseAttempts {
  return {
    async open({ customerId, attemptId, fingerprint, tokenHash, product, expectedCents, now, checkAt }) {
      const [row] = await database.query<OpeningRow>(
        'select * from open_purchase($1, $2, $3, $4, $5, $6, $7, $8, $9, make_interval(secs => $10), $11)',
        [
          customerId,
          attemptId,
          fingerprint,
          tokenHash,
          crypto.randomUUID(),
          product === undefined ? null : JSON.stringify(product),
          now,
          checkAt,
          limit.attempts,
          limit.windowSeconds,
          expectedCents,
        ],
      );
      return readOpening(row);
    },

    async settle({ customerId, attemptId, decidedBy, result, now }) {
      const [row] = await database.query<{
        answer_status: 200 | 402;
        answer: StoredAnswer['body'];
        moved: boolean;
      }>('select * from settle_purchase($1, $2, $3, $4, $5, $6, $7)', [
        customerId,
        attemptId,
        result.status,
        decidedBy,
        result.gatewayTransactionId,
        result.status === 'completed' ? null : result.detail,
        now,
      ]);
      if (row === undefined) throw new Error('settle_purchase returned no row.');
      return { answer: { status: row.answer_status, body: row.answer }, moved: row.moved };
    },

    async markUnsent(customerId, attemptId) {
      await database.query(
        `update purchase_attempts set state = 'unsent'
         where customer_id = $1 and attempt_id = $2 and state = 'sending'`,
        [customerId, attemptId],
      );
    },

    async scheduleCheck(customerId, attemptId, checkAt) {
      await database.query(
        `update purchase_attempts set check_at = $3
         where customer_id = $1 and attempt_id = $2 and state <> 'settled'`,
        [customerId, attemptId, checkAt],
      );
    },

    async findByOrder(orderId) {
      const [row] = await database.query<KnownAttemptRow>(findAttemptByOrder, [orderId]);
      return row && toKnownAttempt(row);
    },

    async takeDue(dueBy, now, limit) {
      const rows = await database.query<OpenAttemptRow>(takeDueAttempts, [dueBy, now, limit]);
      return rows.map((row) => ({
        ...toKnownAttempt(row),
        state: row.state,
        sentAt: row.sent_at,
      }));
    },
  };
}

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
  returning attempts.customer_id, attempts.attempt_id, attempts.state, attempts.sent_at, entries.amount_cents`;

const findAttemptByOrder = `
  select attempts.customer_id, attempts.attempt_id, entries.amount_cents
  from gateway_claims claims
  join purchase_attempts attempts using (customer_id, attempt_id)
  join transactions entries on entries.customer_id = attempts.customer_id and entries.position = attempts.position
  where claims.kind = 'order' and claims.claim = uuid_send($1::uuid)`;

interface KnownAttemptRow {
  customer_id: string;
  attempt_id: string;
  amount_cents: number;
}

interface OpenAttemptRow extends KnownAttemptRow {
  state: 'sending' | 'unsent';
  sent_at: Date;
}

function toKnownAttempt(row: KnownAttemptRow): KnownAttempt {
  return { customerId: row.customer_id, attemptId: row.attempt_id, amountCents: row.amount_cents };
}

interface OpeningRow {
  outcome: Opening['outcome'];
  transaction_id: string;
  amount_cents: number;
  answer_status: 200 | 402;
  answer: StoredAnswer['body'];
}

function readOpening(row: OpeningRow | undefined): Opening {
  if (row === undefined) throw new Error('open_purchase returned no row.');
  switch (row.outcome) {
    case 'opened':
      return { outcome: 'opened', transactionId: row.transaction_id, amountCents: row.amount_cents };
    case 'settled':
      return { outcome: 'settled', answer: { status: row.answer_status, body: row.answer } };
    default:
      return { outcome: row.outcome };
  }
}

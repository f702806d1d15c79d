import type { TransactionStatus } from '#contract/queries.ts';
import type { Queryable } from '../database/database.ts';
import { chargedThisMonth } from '../top-up/top-ups.ts';

export const topUpStates = ['on', 'paused', 'off'] as const;
export type TopUpState = (typeof topUpStates)[number];

/** A customer's automatic top-up. These fields are in text output; JSON output has all columns. */
export interface TopUpRow {
  readonly customerId: string;
  readonly state: TopUpState;
  readonly pausedReason: string | null;
  readonly pausedAt: Date | null;
  readonly thresholdCredits: number;
  readonly availableCredits: number;
  readonly productId: string;
  /** The price that the customer agreed to, in US cents. */
  readonly priceCents: number;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly monthlyLimitCents: number;
  /** Amount charged in this calendar month in Chicago, in US cents. Includes charges without an outcome yet. */
  readonly monthCents: number;
  readonly consentedAt: Date;
  /** Number of consecutive declines. */
  readonly failures: number;
  /** Id of the last attempt to charge the card. */
  readonly chargeAttemptId: string | null;
  readonly chargedAt: Date | null;
  readonly chargeCents: number | null;
  readonly chargeStatus: TransactionStatus | null;
}

/** A request to charge an automatic top-up. */
export interface TopUpRequestRow {
  readonly customerId: string;
  readonly cause: 'spend' | 'hold' | 'expiry' | 'refusal';
  readonly state: 'open' | 'sent' | 'completed' | 'failed' | 'dropped';
  /** Why the request waits or was dropped. */
  readonly reason: string | null;
  readonly madeAt: Date;
  /** When the store next tries to charge. Null unless open. */
  readonly tryAt: Date | null;
  /** Id of the request's latest attempt. */
  readonly attemptId: string | null;
}

interface TopUpQuery {
  /** Null for all customers. */
  readonly customerId: string | null;
  readonly states: readonly TopUpState[];
  readonly limit: number;
}

/** Lists top-ups, paused ones first, then by latest pause or consent. @returns up to `limit`, and the total */
export const readTopUps = async (
  database: Queryable,
  { customerId, states, limit }: TopUpQuery,
): Promise<{ readonly topUps: readonly TopUpRow[]; readonly total: number }> => {
  const rows = await database.query<TopUpRow & { total: number }>(findTopUps, [customerId, states, limit]);
  return { topUps: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
};

/** Returns open requests. Each customer has at most one. */
export const readOpenRequests = (database: Queryable, customerIds: readonly string[]) =>
  database.query<TopUpRequestRow>(
    `select ${requestColumns} from top_up_requests where customer_id = any ($1) and ended_at is null`,
    [customerIds],
  );

/** Returns requests, newest first. @param limit null for all */
export const readRequests = (database: Queryable, customerId: string, limit: number | null) =>
  database.query<TopUpRequestRow>(
    `select ${requestColumns} from top_up_requests where customer_id = $1 order by made_at desc, ended_at is null desc, request_id limit $2`,
    [customerId, limit],
  );

/** Returns what a customer agreed to and when they ended it, oldest first. */
export const readConsents = (database: Queryable, customerId: string) =>
  database.query(
    `select state, cause, at, words, threshold_credits as "thresholdCredits", product_id as "productId",
       product_version as "productVersion", price_cents as "priceCents", card_id as "cardId",
       monthly_limit_cents as "monthlyLimitCents"
     from top_up_consents where customer_id = $1 order by consent`,
    [customerId],
  );

const requestColumns = `request_id as "requestId", customer_id as "customerId", cause, state, reason, made_at as "madeAt",
  try_at as "tryAt", ended_at as "endedAt", attempt_id as "attemptId"`;

const findTopUps = `
  select top_ups.customer_id as "customerId", top_ups.state, paused_reason as "pausedReason", paused_at as "pausedAt",
    threshold_credits as "thresholdCredits", balance - held as "availableCredits", top_ups.product_id as "productId",
    price_cents as "priceCents", top_ups.card_id as "cardId", brand as "cardBrand", last4 as "cardLast4",
    monthly_limit_cents as "monthlyLimitCents", (${chargedThisMonth('top_ups.customer_id')}) as "monthCents",
    consented_at as "consentedAt", failures, charge.attempt_id as "chargeAttemptId", charge.sent_at as "chargedAt",
    charge.amount_cents as "chargeCents", charge.status as "chargeStatus", total
  from (
    select *, count(*) over () as total from top_ups
    where state = any ($2) and ($1::text is null or customer_id = $1)
    order by state = 'paused' desc, coalesce(paused_at, consented_at) desc, customer_id
    limit $3
  ) top_ups
  join accounts using (customer_id)
  join product_versions on product_versions.product_id = top_ups.product_id and version = product_version
  join cards on cards.customer_id = top_ups.customer_id and cards.card_id = top_ups.card_id
  left join lateral (
    select attempt_id, sent_at, amount_cents, status
    from purchase_attempts join transactions using (customer_id, position)
    where customer_id = top_ups.customer_id and initiated_by = 'merchant'
    order by sent_at desc
    limit 1
  ) charge on true
  order by top_ups.state = 'paused' desc, coalesce(paused_at, consented_at) desc, top_ups.customer_id`;

import type { CreditDetails } from '#contract/account.ts';
import type { TopUpNews } from '#contract/top-up-news.ts';
import { inBatches } from '../database/batches.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import { toNotices, topUpNotices } from '../top-up/notices.ts';
import { isCreditDue, readCurrent } from './read-credits.ts';

interface DetailsRow {
  readonly customerId: string;
  readonly held: number;
  /** Null, as `expiresAt`: nothing expires. */
  readonly credits: number | null;
  readonly expiresAt: Date | null;
  readonly isDue: boolean;
  readonly topUp: TopUpNews | null;
}

/** Reads what a customer sees of holds, expiries and top-ups. Undefined without a customer record. */
export const createCreditDetailsReader = (
  database: Database,
): ((customerId: string) => Promise<CreditDetails | undefined>) =>
  inBatches(
    async (customerIds: readonly string[]) => {
      const rows = await readCurrent<DetailsRow>(database, findDetails, [customerIds]);
      const found = new Map(rows.map((row) => [row.customerId, toDetails(row)]));
      return customerIds.map((customerId) => found.get(customerId));
    },
    {
      keyOf: (customerId) => customerId,
      size: 64,
      concurrency: 4,
      isUndone: (error) => !isDatabaseUnavailable(error),
    },
  );

const toDetails = ({ held, credits, expiresAt, topUp }: DetailsRow): CreditDetails => ({
  held,
  expiring: credits === null || expiresAt === null ? null : { credits, expires_at: expiresAt.toISOString() },
  top_up: topUp && {
    ...topUp,
    ...toNotices(topUp),
    last_charge: topUp.last_charge && {
      ...topUp.last_charge,
      date: new Date(topUp.last_charge.date).toISOString(),
    },
  },
});

const activeGrants = `
  from credit_grants grants
  where grants.customer_id = accounts.customer_id and grants.is_open and grants.voided_at is null`;

/** Other customers have no threshold, so that their reads look for nothing more. */
const findTopUp = `
    select jsonb_build_object('state', top_ups.state, 'paused_reason', top_ups.paused_reason, 'last_charge', (
      select jsonb_build_object(
        'transaction_id', transaction_id, 'date', created_at, 'amount_cents', amount_cents, 'credits', credits + bonus_credits,
        'card', case when card_last4 is not null then jsonb_build_object('brand', card_brand, 'last4', card_last4) end
      )
      from (
        select entries.* from purchase_attempts attempts join transactions entries using (customer_id, position)
        where customer_id = accounts.customer_id and initiated_by = 'merchant' and status in ('completed', 'refunded')
        order by attempts.sent_at desc limit 1
      ) latest
      where status = 'completed'
    )) || ${topUpNotices} as "topUp"
    from top_ups where top_ups.customer_id = accounts.customer_id and accounts.top_up_below is not null`;

/** The app shows days in Chicago, so grants that expire on the same day there count as one. */
const findDetails = `
  select accounts.customer_id as "customerId", accounts.held, ${isCreditDue} as "isDue",
    soonest.expires_at as "expiresAt", same_day.credits, top_up."topUp"
  from accounts
  left join lateral (
    select grants.expires_at ${activeGrants} and grants.expires_at > store_now()
    order by grants.expires_at limit 1
  ) soonest on true
  left join lateral (
    select sum(grants.remaining)::bigint as credits ${activeGrants} and grants.expires_at >= soonest.expires_at
      and grants.expires_at < (date_trunc('day', soonest.expires_at at time zone 'America/Chicago') + interval '1 day')
        at time zone 'America/Chicago'
  ) same_day on true
  left join lateral (${findTopUp}) top_up on true
  where accounts.customer_id = any($1::text[])`;

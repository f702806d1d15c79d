import type { CreditDetails } from '#contract/account.ts';
import type { Database } from '../database/database.ts';
import { topUpNotices } from '../top-up/notices.ts';
import { createCustomerReader, isCreditDue } from './read-credits.ts';

/** Reads what a customer sees of holds, expiries and top-ups. Undefined without a customer record. */
export const createCreditDetailsReader = (
  database: Database,
): ((customerId: string) => Promise<CreditDetails | undefined>) =>
  createCustomerReader<CreditDetails>(database, findDetails);

const activeGrants = `
  from credit_grants grants
  where grants.customer_id = accounts.customer_id and grants.is_open and grants.voided_at is null`;

/** Other customers have no threshold, so that their reads look for nothing more. */
const findTopUp = `
    select jsonb_build_object('state', top_ups.state, 'paused_reason', top_ups.paused_reason, 'last_charge', (
      select jsonb_build_object(
        'transaction_id', transaction_id, 'date', instant(created_at), 'amount_cents', amount_cents, 'credits', credits + bonus_credits,
        'card', case when card_last4 is not null then jsonb_build_object('brand', card_brand, 'last4', card_last4) end
      )
      from (
        select entries.* from purchase_attempts attempts join transactions entries using (customer_id, position)
        where customer_id = accounts.customer_id and initiated_by = 'merchant' and status in ('completed', 'refunded')
        order by attempts.sent_at desc limit 1
      ) latest
      where status = 'completed'
    )) || ${topUpNotices} as top_up
    from top_ups where top_ups.customer_id = accounts.customer_id and accounts.top_up_below is not null`;

/** The app shows days in Chicago, so grants that expire on the same day there count as one. */
const findDetails = `
  select accounts.customer_id as "customerId", ${isCreditDue} as "isDue", accounts.held,
    case when same_day.credits is not null then json_build_object(
      'credits', same_day.credits, 'expires_at', instant(soonest.expires_at)
    ) end as expiring, top_up.top_up
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

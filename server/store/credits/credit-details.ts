import type { CreditDetails } from '#contract/account.ts';
import { topUpDelays } from '#contract/top-up-news.ts';
import type { Database } from '../database/database.ts';
import { createCustomerReader, isCreditDue, limitOf } from './read-credits.ts';

/** Reads a customer's holds, expiries, spending limit and top-ups. Returns undefined without a customer record. */
export const createCreditDetailsReader = (
  database: Database,
): ((customerId: string) => Promise<CreditDetails | undefined>) =>
  createCustomerReader<CreditDetails>(database, findDetails);

const activeGrants = `
  from credit_grants grants
  where grants.customer_id = accounts.customer_id and grants.is_open and grants.voided_at is null`;

/**
 * Combines grants that expire on the same day in Chicago, where the app's days start. Reads top-ups in a SQL function:
 * few customers have them, and PostgreSQL plans every part of a statement each time.
 */
const findDetails = `
  select accounts.customer_id as "customerId", ${isCreditDue} as "isDue", accounts.held,
    case when same_day.credits is not null then json_build_object(
      'credits', same_day.credits, 'expires_at', instant(soonest.expires_at)
    ) end as expiring,
    ${limitOf} as spending_limit,
    case when accounts.top_up_below is not null then top_up_news(accounts.customer_id, '{${topUpDelays.join()}}') end as top_up
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
  where accounts.customer_id = any($1::text[])`;

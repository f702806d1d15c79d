import type { CreditDetails } from '#contract/account.ts';
import { inBatches } from '../batches.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import { isCreditDue, readCurrent } from './read-credits.ts';

interface DetailsRow {
  readonly customerId: string;
  readonly held: number;
  /** Null, as `expiresAt`: nothing expires. */
  readonly credits: number | null;
  readonly expiresAt: Date | null;
  readonly isDue: boolean;
}

/** Reads what a customer sees of holds and expiries. Undefined without a customer record. */
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

const toDetails = ({ held, credits, expiresAt }: DetailsRow): CreditDetails => ({
  held,
  expiring: credits === null || expiresAt === null ? null : { credits, expires_at: expiresAt.toISOString() },
});

const activeGrants = `
  from credit_grants grants
  where grants.customer_id = accounts.customer_id and grants.is_open and grants.voided_at is null`;

/** The app shows days in Chicago, so grants that expire on the same day there count as one. */
const findDetails = `
  select accounts.customer_id as "customerId", accounts.held, ${isCreditDue} as "isDue",
    soonest.expires_at as "expiresAt", same_day.credits
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

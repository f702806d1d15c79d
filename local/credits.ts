import type { Database } from '#server/store/database/database.ts';
import type { ExpiryKind, ListedCredits } from './store-messages.ts';

/** Returns all customers' newest grants and holds, in any state, for the console. */
export const listCredits = async (database: Database): Promise<ListedCredits> => {
  const [grants, holds] = await Promise.all([
    database.query<ListedCredits['grants'][number]>(newestGrants),
    database.query<ListedCredits['holds'][number]>(newestHolds),
  ]);
  return { grants, holds };
};

const newestGrants = `
  select customer_id as "customerId", grant_id as id, kind, credits, remaining, held, priority,
    to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
  from credit_grants order by created_at desc, grant_id limit 200`;

const newestHolds = `
  select customer_id as "customerId", hold_id as id, credits, captured,
    case when state = 'open' and expires_at <= store_now() then 'expired' else state end as state,
    to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt"
  from holds order by created_at desc, hold_id limit 200`;

/** Makes a grant or an open hold expire now. @throws {Error} if there is none to expire */
export const expireCredits = (database: Database, kind: ExpiryKind, id: string): Promise<void> =>
  database.transaction(async (transaction) => {
    // Lock the account first, like all code that changes credits.
    await transaction.query(makeAccountDue[kind], [id]);
    const expired = await transaction.query(expire[kind], [id]);
    if (expired.length === 0) throw new Error(`There is no ${kind} ${id} that can expire.`);
  });

const makeAccountDue = {
  grant: `update accounts set credits_due_at = store_now()
    where customer_id in (select customer_id from credit_grants where grant_id = $1)`,
  hold: `update accounts set credits_due_at = store_now()
    where customer_id in (select customer_id from holds where hold_id = $1)`,
};
const expire = {
  grant:
    'update credit_grants set expires_at = store_now() where grant_id = $1 and is_open returning grant_id',
  hold: `update holds set expires_at = store_now() where hold_id = $1 and state = 'open' returning hold_id`,
};

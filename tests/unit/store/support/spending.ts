import type { Database } from '#server/store/database/database.ts';

/** Spends purchased credits. This API has no spending, so the test books it. */
export const spend = (database: Database, customerId: string, credits: number): Promise<unknown> =>
  database.query(
    `with account as (
       update accounts set balance = balance - $2, movements = movements + 1 where customer_id = $1
       returning customer_id, movements, balance
     ), movement as (
       insert into movements (customer_id, movement, kind, reference, cause, balance_after, created_at)
       select customer_id, movements, 'adjustment', 'spent ' || movements, 'person tester', balance, store_now()
       from account
       returning customer_id, movement
     )
     insert into postings (customer_id, movement, debit_account, credit_account, amount)
     select customer_id, movement, 'credits', 'credits_sold', $2 from movement`,
    [customerId, credits],
  );

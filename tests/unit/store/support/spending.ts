import { callForRow } from '#server/store/database/call-function.ts';
import type { Database } from '#server/store/database/database.ts';
import type { CreditCall } from '#server/store/database/functions.gen.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** Adds a customer with this balance and returns the customer's id. */
export const addCustomer = async (database: Database, balance: number): Promise<string> => {
  const id = crypto.randomUUID();
  const values = [id, `${id}@example.com`];
  await database.query(
    'insert into customers (customer_id, email, created_at) values ($1, $2, now())',
    values,
  );
  await database.query('insert into accounts (customer_id) values ($1)', [id]);
  if (balance > 0)
    await database.query("select adjust_credits($1, 'x', 'records', $2, false)", [id, balance]);
  return id;
};

type Store = Pick<StoreUnderTest, 'database'>;

/** Runs the SQL function behind a call of the merchant's API and returns the result. */
export const callCredits = (
  { database }: Store,
  call: CreditCall['call'],
  customerId: string,
  content: Partial<CreditCall>,
  id = crypto.randomUUID(),
): Promise<unknown> =>
  callForRow(database, 'call_credits', {
    calls: [{ call, customer_id: customerId, id, cause: 'api', ...content }],
  });

export const spend = (
  store: Store,
  customerId: string,
  credits: number,
  id = crypto.randomUUID(),
): Promise<unknown> => callCredits(store, 'spend', customerId, { credits }, id);

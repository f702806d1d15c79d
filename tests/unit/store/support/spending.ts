import { callForRow } from '#server/store/database/call-function.ts';
import type { CreditCall } from '#server/store/database/functions.gen.ts';
import type { StoreUnderTest } from './store-under-test.ts';

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

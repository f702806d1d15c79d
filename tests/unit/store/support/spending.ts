import type { StoreUnderTest } from './store-under-test.ts';

type Store = Pick<StoreUnderTest, 'database'>;

/** What a call of the merchant's API does in the database. @returns its outcome */
export const callCredits = async (
  { database }: Store,
  name: string,
  customerId: string,
  content: Record<string, unknown>,
  id = crypto.randomUUID(),
): Promise<unknown> => {
  const [row] = await database.query<{ answer: unknown }>(
    'select answer from call_credits($1, $2, $3, $4, $5)',
    [name, customerId, id, JSON.stringify(content), 'api'],
  );
  return row?.answer;
};

export const spend = (
  store: Store,
  customerId: string,
  credits: number,
  id = crypto.randomUUID(),
): Promise<unknown> => callCredits(store, 'spend', customerId, { credits }, id);

import type { UUID } from 'node:crypto';
import * as v from 'valibot';
import { type TopUpRequest, topUpConsentVersion, topUpSchema } from '#contract/top-up.ts';
import type { Reply, StoreUnderTest } from '../support/store-under-test.ts';

export interface Customer {
  readonly id: string;
  /** An access token of a sign-in just now. */
  readonly token: string;
  readonly cardId: string;
}

/** Turns top-up on for Plus below 500 credits, up to $50 a month, unless changed. */
export const agree = (
  store: StoreUnderTest,
  { token, cardId }: Customer,
  changes: Partial<TopUpRequest> = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  store.call('/api/top-up', {
    method: 'PUT',
    as: token,
    headers,
    body: {
      threshold_credits: 500,
      product_id: 'plus-1200',
      card_id: cardId,
      monthly_limit_cents: 5_000,
      consent: topUpConsentVersion,
      ...changes,
    },
  });

export const readTopUp = async (store: StoreUnderTest, { token }: Customer) => {
  const { body } = await store.call('/api/top-up', { as: token });
  return v.parse(topUpSchema, body);
};

/** A call of the merchant's API. */
export const call = async (
  { database }: StoreUnderTest,
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
  store: StoreUnderTest,
  customerId: string,
  credits: number,
  id?: UUID,
): Promise<unknown> => call(store, 'spend', customerId, { credits }, id);

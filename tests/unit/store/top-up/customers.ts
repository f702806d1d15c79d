import * as v from 'valibot';
import { type TopUpRequest, topUpConsentVersion, topUpSchema } from '#contract/top-up.ts';
import { saveCard, signIn } from '../support/card-payments.ts';
import type { Reply, StoreUnderTest } from '../support/store-under-test.ts';

export interface Customer {
  readonly id: string;
  /** Access token of a customer who just signed in. */
  readonly token: string;
  readonly cardId: string;
}

/** Creates a customer who bought Plus, saved the card, and signed in again `waitMs` ms later. */
export const newCustomerWithCard = async (store: StoreUnderTest, waitMs = 0): Promise<Customer> => {
  const id = await store.newCustomer();
  const card = await saveCard(store, await signIn(store, id));
  await store.clock.advance(waitMs);
  return { id, token: await signIn(store, id), cardId: card.id };
};

/** Turns top-up on. By default, it buys Plus below 500 credits, for up to $50 a month. */
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

/** Puts a new version of Plus on sale with one changed column, such as `price_cents + 1`. */
export const changePlus = (store: StoreUnderTest, change: string) => {
  const [column = ''] = change.split(' ');
  const values = `price_cents, credits, bonus_credits, description, rank, on_sale, changed_by, changed_at,
    credits_expire_days, bonus_expire_days`;
  return store.database.query(
    `insert into product_versions (product_id, version, name, ${values})
     select product_id, version + 1, name, ${values.replace(`${column},`, `${change},`)}
     from product_versions where product_id = 'plus-1200' order by version desc limit 1`,
  );
};

export const readTopUp = async (store: StoreUnderTest, { token }: Customer) => {
  const { body } = await store.call('/api/top-up', { as: token });
  return v.parse(topUpSchema, body);
};

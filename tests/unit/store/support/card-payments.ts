import * as v from 'valibot';
import { savedCardsSchema } from '#contract/cards.ts';
import { pay, paymentRequest } from './payment-requests.ts';
import type { Reply, StoreUnderTest } from './store-under-test.ts';

interface SignIn {
  /** Minutes since the sign-in, by the store's clock. 0 by default. */
  readonly minutesAgo?: number;
  readonly session?: string;
  readonly deviceKey?: string;
}

/** Creates an access token. By default, the customer signed in just now, in the session `first`. */
export const signIn = (
  { pool, clock }: StoreUnderTest,
  customer: string,
  { minutesAgo = 0, session = 'first', deviceKey }: SignIn = {},
): Promise<string> =>
  pool.accessToken(customer, {
    auth_time: Math.floor(clock.now.getTime() / 1_000) - minutesAgo * 60,
    origin_jti: session,
    ...(deviceKey !== undefined && { device_key: deviceKey }),
  });

export const payAndSave = (store: StoreUnderTest, as: string, key = crypto.randomUUID()): Promise<Reply> =>
  pay(store, as, paymentRequest({ save_card: true }), key);

export const payWithCard = (
  store: StoreUnderTest,
  as: string,
  cardId: string,
  key = crypto.randomUUID(),
): Promise<Reply> => pay(store, as, { product_id: 'plus-1200', card_id: cardId }, key);

export const listCards = async (store: StoreUnderTest, as: string) => {
  const { body } = await store.call('/api/cards', { as });
  return v.parse(savedCardsSchema, body).cards;
};

/** Buys with a new card, saves the card and returns it. */
export const saveCard = async (store: StoreUnderTest, as: string) => {
  const before = new Set((await listCards(store, as)).map(({ id }) => id));
  const month = String(12 - before.size).padStart(2, '0');
  store.gateway.expiry = `${month}/40`;
  await payAndSave(store, as);
  store.gateway.expiry = '12/40';
  const card = (await listCards(store, as)).find(({ id }) => !before.has(id));
  if (card === undefined) throw new Error('The card was not saved.');
  return card;
};

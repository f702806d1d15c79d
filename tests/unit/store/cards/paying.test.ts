import { beforeEach, describe, expect, it } from 'vitest';
import { listCards, payWithCard, saveCard, signIn } from '../support/card-payments.ts';
import { billingAddress, pay, paymentRequest } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const start = new Date('2026-11-20T12:00:00Z');
let customer: string;
let token: string;
let cardId: string;
const store = await storeOfFile();
beforeEach(async () => {
  await store.clock.set(start);
  customer = await store.newCustomer();
  token = await signIn(store, customer);
  cardId = (await saveCard(store, token)).id;
  store.gateway.requests.length = 0;
});

const lastSale = () => Object.fromEntries(store.gateway.requests.at(-1) ?? []);
const vaultIds = () =>
  store.database.query('select vault_id as "vaultId" from cards where card_id = $1', [cardId]);
const signedIn = (minutesAgo: number, session: string, deviceKey?: string) =>
  signIn(store, customer, { minutesAgo, session, ...(deviceKey !== undefined && { deviceKey }) });
const signInAgain = refusal(403, 'recent-sign-in-required');

describe('a payment with a saved card', () => {
  it('sends the fields that the card scheme requires and charges once per key', async () => {
    const key = crypto.randomUUID();
    const first = await payWithCard(store, token, cardId, key);
    expect(first).toMatchObject({ status: 200, body: { credits_added: 1300 } });
    expect(await payWithCard(store, token, cardId, key)).toMatchObject({ status: 200, body: first.body });
    expect(store.gateway.requests).toHaveLength(1);
    const [card] = await vaultIds();
    expect(lastSale()).toMatchObject({
      type: 'sale',
      orderid: key,
      amount: '10.00',
      customer_vault_id: card?.['vaultId'],
      initiated_by: 'customer',
      stored_credential_indicator: 'used',
    });
    for (const field of ['payment_token', 'customer_vault', 'initial_transaction_id', 'billing_method'])
      expect(lastSale()).not.toHaveProperty(field);
    expect((await payWithCard(store, token, cardId)).status).toBe(200);
    const balance = await store.call('/api/credits/balance', { as: token });
    expect(balance.body).toEqual({ balance: 3 * 1300 });
  });

  it('sends the customer’s billing address', async () => {
    const body = { product_id: 'plus-1200', card_id: cardId, billing_address: billingAddress };
    expect((await pay(store, token, body, crypto.randomUUID())).status).toBe(200);
    expect(lastSale()).toMatchObject({ address1: '888 Main St', state: 'IL', zip: '77777' });
  });

  it('requires an idempotency key and rejects a payment token', async () => {
    const body = { product_id: 'plus-1200', card_id: cardId };
    const refusedWith = (detail: string) => ({ status: 400, body: { detail } });
    const needsKey = refusedWith('A payment with card_id needs an Idempotency-Key.');
    expect(await pay(store, token, body)).toMatchObject(needsKey);
    const both = { ...paymentRequest(), card_id: cardId };
    const either = refusedWith('Send either payment_token or card_id.');
    expect(await pay(store, token, both, crypto.randomUUID())).toMatchObject(either);
    const odd = { product_id: 'plus-1200', card_id: null };
    const notValid = refusedWith('card_id is not valid.');
    expect(await pay(store, token, odd, crypto.randomUUID())).toMatchObject(notValid);
    expect(store.gateway.requests).toEqual([]);
  });

  it('is refused if the card belongs to another customer', async () => {
    const other = await store.newCustomer();
    const reply = await payWithCard(store, await signIn(store, other), cardId);
    expect(reply).toMatchObject(refusal(404, 'card-not-found'));
    expect(store.gateway.requests).toEqual([]);
  });

  it('is refused without a sale once the card has expired in every time zone', async () => {
    await store.clock.set(new Date('2041-01-01T11:00:00Z'));
    const before = await payWithCard(store, await signIn(store, customer), cardId);
    await store.clock.set(new Date('2041-01-01T12:00:00Z'));
    store.gateway.requests.length = 0;
    const after = await payWithCard(store, await signIn(store, customer), cardId);
    expect(before).toMatchObject({ status: 200 });
    expect(after).toMatchObject(refusal(402, 'card-expired'));
    expect(store.gateway.requests).toEqual([]);
  });

  it('removes the card if the gateway no longer has it', async () => {
    const [card] = await vaultIds();
    await store.gateway.deleteCard(String(card?.['vaultId']));
    const reply = await payWithCard(store, token, cardId);
    expect(reply).toMatchObject(refusal(402, 'card-not-found', expect.stringContaining('another card')));
    expect(await listCards(store, token)).toEqual([]);
  });

  it('counts as a decline and keeps the card if the bank declines the payment', async () => {
    store.gateway.behavior = { refuseWith: 202 };
    expect((await payWithCard(store, token, cardId)).status).toBe(402);
    const declines = await store.database.query('select from declines where customer_id = $1', [customer]);
    expect(declines).toHaveLength(1);
    expect(await listCards(store, token)).toHaveLength(1);
  });
});

describe('a device', () => {
  it('can use a card that was saved on it, however old the sign-in is', async () => {
    expect((await payWithCard(store, await signedIn(9_000, 'first'), cardId)).status).toBe(200);
  });

  it('needs a sign-in within ten minutes only for its first use of the card', async () => {
    const late = await payWithCard(store, await signedIn(10, 'second'), cardId);
    expect(late).toMatchObject(signInAgain);
    expect(store.gateway.requests).toEqual([]);
    expect((await payWithCard(store, await signedIn(9, 'second'), cardId)).status).toBe(200);
    expect((await payWithCard(store, await signedIn(9_000, 'second'), cardId)).status).toBe(200);
    expect(await payWithCard(store, await signedIn(9_000, 'third'), cardId)).toMatchObject(signInAgain);
  });

  it('is recognized in another session if the pool gives it a device key', async () => {
    expect((await payWithCard(store, await signedIn(0, 'second', 'laptop'), cardId)).status).toBe(200);
    expect((await payWithCard(store, await signedIn(9_000, 'third', 'laptop'), cardId)).status).toBe(200);
    const onPhone = await signedIn(9_000, 'third', 'phone');
    expect(await payWithCard(store, onPhone, cardId)).toMatchObject(signInAgain);
  });

  it('cannot use the customer’s card after a thief saves another card on it', async () => {
    const stolen = await signedIn(30, 'second');
    const own = await saveCard(store, stolen);
    expect((await payWithCard(store, stolen, own.id)).status).toBe(200);
    expect(await payWithCard(store, stolen, cardId)).toMatchObject(signInAgain);
  });

  it('is never recognized without a device id or a sign-in time', async () => {
    const now = store.clock.now.getTime() / 1_000;
    const nameless = await store.pool.accessToken(customer, { auth_time: now });
    expect((await payWithCard(store, nameless, cardId)).status).toBe(200);
    await store.clock.advance(10 * 60_000);
    expect(await payWithCard(store, nameless, cardId)).toMatchObject(signInAgain);
    const timeless = await store.pool.accessToken(customer, { iat: now, origin_jti: 'second' });
    expect(await payWithCard(store, timeless, cardId)).toMatchObject(signInAgain);
  });

  it('gets an attempt’s first response even if the payment would now be refused', async () => {
    const key = crypto.randomUUID();
    await payWithCard(store, token, cardId, key);
    expect((await payWithCard(store, await signedIn(9_000, 'third'), cardId, key)).status).toBe(200);
  });
});

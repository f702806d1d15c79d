import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pay, paymentRequest } from './support/payment-requests.ts';
import { spend } from './support/spending.ts';
import {
  expectBooksToBalance,
  type StoreUnderTest,
  startStoreUnderTest,
} from './support/store-under-test.ts';

const webhookKey = 'a-webhook-key';
let store: StoreUnderTest;
let customer: string;
let key: string;
beforeAll(async () => {
  store = await startStoreUnderTest({ GATEWAY_WEBHOOK_KEY: webhookKey });
}, 60_000);
afterAll(() => store.close());
beforeEach(async () => {
  store.gateway.behaviour = 'charge';
  store.gateway.records = 'true';
  store.gateway.lookups = 0;
  customer = await store.newCustomer();
  key = crypto.randomUUID();
});
afterEach(() => expectBooksToBalance(store.database));

const refundOf = (orderId: string) =>
  JSON.stringify({ event_type: 'transaction.refund.success', event_body: { order_id: orderId } });
const sign = (body: string, nonce = '1795262400', signingKey = webhookKey) =>
  `t=${nonce},s=${createHmac('sha256', signingKey).update(`${nonce}.${body}`).digest('hex')}`;
const tell = (body: string, signature = sign(body)) =>
  store.call('/webhooks/gateway', { method: 'POST', body, headers: { 'Webhook-Signature': signature } });
const stateOf = async () => (await store.call(`/api/checkout/attempts/${key}`, { as: customer })).body;
const summary = async () => (await store.call('/api/transactions/summary', { as: customer })).body;

describe('a refund', () => {
  it('takes back what the purchase brought, once', async () => {
    const request = paymentRequest();
    const { body: purchase } = await pay(store, customer, request, key);
    await pay(store, customer, paymentRequest({ product_id: 'pro-3000' }));
    store.gateway.refunds.add(key);
    const replies = await Promise.all([tell(refundOf(key)), tell(refundOf(key))]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await tell(refundOf(key))).status).toBe(200);

    expect(await summary()).toEqual({
      total_spent_display: '$25.00',
      total_transactions: 2,
      total_credits_purchased: 3500,
      current_balance: 3500,
    });
    const { body } = await store.call('/api/transactions/history?status=refunded', { as: customer });
    expect(body).toMatchObject({
      transactions: [{ ionic_order_id: key, status: 'refunded', ionic_transaction_id: '7001' }],
      pagination: { total_items: 1 },
    });
    expect(await stateOf()).toEqual({ state: 'refunded', purchase });
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200, body: purchase });
  });

  it('leaves a debt where the credits were spent already', async () => {
    await pay(store, customer, paymentRequest(), key);
    await spend(store.database, customer, 1000);
    store.gateway.refunds.add(key);
    await tell(refundOf(key));
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: -1000 });
  });

  it('of a charge whose answer was lost is found by recovery, and told as a refund', async () => {
    store.gateway.behaviour = 'charge, then cut the connection';
    const request = paymentRequest();
    await pay(store, customer, request, key);
    store.gateway.refunds.add(key);
    await store.recovery.sweep('all');
    expect(await stateOf()).toMatchObject({ state: 'refunded' });
    expect(await pay(store, customer, request, key)).toMatchObject({
      status: 402,
      body: { code: 'refunded', detail: expect.stringContaining('refunded') },
    });
    expect(await summary()).toMatchObject({ current_balance: 0, total_spent_display: '$0.00' });
  });

  it('is final: an approval that arrives after it credits nothing', async () => {
    const held = store.gateway.hold();
    const sending = pay(store, customer, paymentRequest(), key);
    await held.arrived;
    store.gateway.refunds.add(key);
    await tell(refundOf(key));
    held.release();
    expect((await sending).status).toBe(402);
    expect(await summary()).toMatchObject({ current_balance: 0 });
  });

  it('is asked about again while the records do not show it', async () => {
    await pay(store, customer, paymentRequest(), key);
    expect(await tell(refundOf(key))).toMatchObject({ status: 503, body: { detail: expect.any(String) } });
    expect(await stateOf()).toMatchObject({ state: 'completed' });
    store.gateway.records = 'lagging';
    expect((await tell(refundOf(key))).status).toBe(503);
    store.gateway.records = 'failing';
    expect((await tell(refundOf(key))).status).toBe(500);
    expect(await stateOf()).toMatchObject({ state: 'completed' });
  });
});

describe('an event', () => {
  it.each(['1', '1195262400', 'b3f0e1c2-7d9a-4a55-9f0e-1d2c3b4a5968'])(
    'may be signed with whatever nonce: %s',
    async (nonce) => {
      await pay(store, customer, paymentRequest(), key);
      store.gateway.refunds.add(key);
      const body = refundOf(key);
      expect((await tell(body, sign(body, nonce))).status).toBe(200);
      expect(await stateOf()).toMatchObject({ state: 'refunded' });
    },
  );

  it('of a void takes back what the purchase brought', async () => {
    await pay(store, customer, paymentRequest(), key);
    store.gateway.voided.add(key);
    const body = JSON.stringify({ event_type: 'transaction.void.success', event_body: { order_id: key } });
    expect((await tell(body)).status).toBe(200);
    expect(await stateOf()).toMatchObject({ state: 'refunded' });
    expect(await summary()).toMatchObject({ current_balance: 0, total_spent_display: '$0.00' });
  });

  it.each([
    ['no signature', () => ''],
    ['the signature of another body', () => sign(refundOf(crypto.randomUUID()))],
    ['the signature of another key', (body: string) => sign(body, '1795262400', 'another-key')],
    ['half a signature', (body: string) => sign(body).slice(0, -2)],
    ['another time than was signed', (body: string) => sign(body).replace(/t=\d/, 't=9')],
  ])('with %s is refused', async (_, signatureOf) => {
    await pay(store, customer, paymentRequest(), key);
    store.gateway.refunds.add(key);
    const body = refundOf(key);
    expect(await tell(body, signatureOf(body))).toMatchObject({
      status: 401,
      body: { detail: expect.any(String) },
    });
    expect(store.gateway.lookups).toBe(0);
  });

  it.each([
    ['of another kind', JSON.stringify({ event_type: 'transaction.sale.success', event_body: {} })],
    ['about an order that is not ours', refundOf(crypto.randomUUID())],
    ['about something that is no order id', refundOf("x' or 1=1")],
    ['that is not JSON', '{'],
  ])('%s is taken and changes nothing', async (_, body) => {
    expect((await tell(body)).status).toBe(200);
    expect(store.gateway.lookups).toBe(0);
  });

  it('is refused by a store that has no key for it', async () => {
    const keyless = await startStoreUnderTest();
    const body = refundOf(key);
    const reply = await keyless.call('/webhooks/gateway', {
      method: 'POST',
      body,
      headers: { 'Webhook-Signature': sign(body, '1', '') },
    });
    await keyless.close();
    expect(reply.status).toBe(401);
  }, 60_000);
});

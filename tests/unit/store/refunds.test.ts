import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pay, paymentRequest } from './support/payment-requests.ts';
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
/** Has the store take an event, and work off what is due. */
const tell = async (body: string, signature = sign(body)) => {
  const headers = { 'Webhook-Signature': signature };
  const reply = await store.call('/webhooks/gateway', { method: 'POST', body, headers });
  await store.events.work();
  return reply;
};
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

  it('is looked for again while the records can’t be read', async () => {
    await pay(store, customer, paymentRequest(), key);
    store.gateway.records = 'failing';
    store.gateway.refunds.add(key);
    expect((await tell(refundOf(key))).status).toBe(200);
    expect(await stateOf()).toMatchObject({ state: 'completed' });
    store.gateway.records = 'true';
    await store.events.work();
    expect(await stateOf()).toMatchObject({ state: 'completed' });
    await store.clock.advance(2_000);
    await store.events.work();
    expect(await stateOf()).toMatchObject({ state: 'refunded' });
  });
});

describe('an event', () => {
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

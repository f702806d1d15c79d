import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPurchaseAttempts } from '#server/store/payments/attempts.ts';
import { givenUp } from '#server/store/payments/decisions.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { postGatewayEvent, storeOfFile, webhookKey } from '../support/store-under-test.ts';

const minute = 60_000;
let customer: string;
let key: string;
const store = await storeOfFile({ GATEWAY_WEBHOOK_KEY: webhookKey });
beforeEach(async () => {
  customer = await store.newCustomer();
  key = crypto.randomUUID();
});
afterEach(async () => {
  await store.database.query('update purchase_attempts set check_at = null');
});

const state = async () => (await store.call(`/api/checkout/attempts/${key}`, { as: customer })).body;
const summary = async () => (await store.call('/api/transactions/summary', { as: customer })).body;
const refundOf = (orderId: string) =>
  JSON.stringify({ event_type: 'transaction.refund.success', event_body: { order_id: orderId } });
const tell = async (body: string) => {
  const reply = await postGatewayEvent(store, body);
  await store.events.work();
  return reply;
};
const chargeAfterAll = () => store.gateway.charge(key, '10.00');
const read = async () => {
  const attempts = createPurchaseAttempts(store.database, store.config);
  const attempt = (await attempts.findByOrder(key)) ?? expect.fail('There is no such attempt.');
  return { attempts, attempt };
};

describe('an approval', () => {
  const failAfter = async (refuseWith: number, decide: () => Promise<unknown>) => {
    store.gateway.behavior = { refuseWith };
    await pay(store, customer, paymentRequest(), key);
    await decide();
  };
  const waitForDeadline = async () => {
    await store.clock.advance(2 * minute);
    await store.recovery.sweep('all');
    expect(store.gateway.lookups).toBe(0);
  };
  const withdraw = () => store.call(`/api/checkout/attempts/${key}`, { method: 'DELETE', as: customer });

  it.each([
    ['a decline', () => failAfter(202, async () => undefined)],
    ['a missed deadline', () => failAfter(301, waitForDeadline)],
    ['a withdrawal', () => failAfter(301, withdraw)],
  ])('outranks a failure after %s', async (_, fail) => {
    await fail();
    expect(await state()).toMatchObject({ state: 'failed' });
    await chargeAfterAll();
    const booked = { booked: { status: 'completed' }, moved: true };
    expect(await store.recovery.recheck(key, 'event 7')).toMatchObject(booked);
    expect(await state()).toMatchObject({ state: 'completed', purchase: { credits_added: 1300 } });
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 1300 });
  });

  it('is reported as refunded after a full refund, even if the attempt was reported as failed before', async () => {
    store.gateway.behavior = { refuseWith: 202 };
    const request = paymentRequest();
    await pay(store, customer, request, key);
    await chargeAfterAll();
    await store.gateway.void(key);
    await store.recovery.recheck(key, 'records');
    expect(await state()).toMatchObject({ state: 'refunded' });
    expect(await pay(store, customer, request, key)).toMatchObject(refusal(402, 'refunded'));
  });
});

describe('a failure', () => {
  it('does not settle an attempt that was retried after the failure', async () => {
    store.gateway.behavior = { refuseWith: 301 };
    const request = paymentRequest();
    await pay(store, customer, request, key);
    const { attempts, attempt: unsent } = await read();

    const held = store.gateway.hold();
    store.gateway.behavior = 'charge';
    const sending = pay(store, customer, request, key);
    await held.arrived;
    const { attempt: sentAgain } = await read();
    const unmoved = { moved: false, status: 'pending', response: undefined };
    expect(await attempts.settle(unsent, givenUp(unsent.amountCents), 'attempt')).toMatchObject(unmoved);
    // Settle a copy of the attempt with the time of the earlier sale.
    const earlier = { ...sentAgain, sentAt: unsent.sentAt };
    expect((await attempts.settle(earlier, givenUp(earlier.amountCents), 'attempt')).moved).toBe(false);
    await attempts.markUnsent(earlier);
    expect(await state()).toEqual({ state: 'pending' });
    expect((await read()).attempt.state).toBe('sending');
    held.release();

    expect(sentAgain.sentAt.getTime()).toBeGreaterThan(unsent.sentAt.getTime());
    expect(await sending).toMatchObject({ status: 200 });
    expect((await attempts.settle(sentAgain, givenUp(sentAgain.amountCents), 'attempt')).status).toBe(
      'completed',
    );
  });

  it('is checked once more if the gateway turned the request down', async () => {
    store.gateway.behavior = { refuseWith: 300, text: 'Payment Token does not exist REFID:1' };
    await pay(store, customer, paymentRequest(), key);
    expect(await state()).toMatchObject({ state: 'failed', code: 'token-used' });
    // Make the charge reach the gateway's records late.
    await chargeAfterAll();
    await store.clock.advance(15 * minute);
    expect(await store.recovery.sweep('due')).toBe(1);
    expect(await state()).toMatchObject({ state: 'completed' });
  });

  it('is final if the bank declined the card', async () => {
    store.gateway.behavior = { refuseWith: 200 };
    await pay(store, customer, paymentRequest(), key);
    store.gateway.lookups = 0;
    await store.clock.advance(15 * minute);
    await store.recovery.sweep('due');
    expect(store.gateway.lookups).toBe(0);
  });

  it('is not checked again once the gateway has responded', async () => {
    store.gateway.behavior = { refuseWith: 300, text: 'Payment Token does not exist REFID:1' };
    await pay(store, customer, paymentRequest(), key);
    store.gateway.records = 'failing';
    await store.clock.advance(15 * minute);
    await store.recovery.sweep('due');
    store.gateway.records = 'true';
    store.gateway.lookups = 0;
    await store.recovery.sweep('all');
    await store.recovery.sweep('all');
    expect(store.gateway.lookups).toBe(1);
    expect(await state()).toMatchObject({ state: 'failed' });
  });
});

describe('a refund', () => {
  it('is booked once and reported, and the purchase keeps its response', async () => {
    const request = paymentRequest();
    const { body: purchase } = await pay(store, customer, request, key);
    await store.gateway.refund(key);
    const replies = await Promise.all([tell(refundOf(key)), tell(refundOf(key))]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await tell(refundOf(key))).status).toBe(200);
    expect(await summary()).toMatchObject({ total_spent_display: '$0.00', current_balance: 0 });
    expect(await state()).toEqual({ state: 'refunded', purchase });
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200, body: purchase });
  });

  it('is final, so an approval that arrives later adds no credits', async () => {
    const held = store.gateway.hold();
    const sending = pay(store, customer, paymentRequest(), key);
    await held.arrived;
    await store.gateway.refund(key);
    await tell(refundOf(key));
    held.release();
    expect((await sending).status).toBe(402);
    expect(await summary()).toMatchObject({ current_balance: 0 });
  });
});

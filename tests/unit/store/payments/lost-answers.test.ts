import { beforeEach, describe, expect, it } from 'vitest';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

let customer: string;
let key: string;
const store = await storeOfFile({ ATTEMPTS_PER_MINUTE: '5' });
beforeEach(async () => {
  customer = await store.newCustomer();
  key = crypto.randomUUID();
});

const address = (id: string) => `/api/checkout/attempts/${id}`;
const lookUp = (as = customer, id = key) => store.call(address(id), { as });
const withdraw = (as = customer, id = key) => store.call(address(id), { method: 'DELETE', as });
const notCharged = expect.stringContaining('was not charged');

describe('the state of an attempt', () => {
  it('is visible only to its customer and is completed once the attempt is credited', async () => {
    expect(await lookUp()).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    const { body } = await pay(store, customer, paymentRequest(), key);
    for (const other of [await store.newCustomer(), 'stranger'])
      expect((await lookUp(other)).status).toBe(404);
    const state = { status: 200, body: { state: 'completed', purchase: body } };
    expect(await lookUp()).toMatchObject(state);
    expect(await lookUp(customer, key.toUpperCase())).toMatchObject(state);
  });

  it('is failed, with the reason, after a decline', async () => {
    store.gateway.behavior = { refuseWith: 202 };
    const { body } = await pay(store, customer, paymentRequest(), key);
    expect(await lookUp()).toMatchObject({ status: 200, body: { state: 'failed', ...Object(body) } });
  });

  it('is pending until the gateway responds or recovery finds the lost response', async () => {
    const held = store.gateway.hold();
    store.gateway.behavior = 'charge, then cut the connection';
    const sending = pay(store, customer, paymentRequest(), key);
    await held.arrived;
    expect((await lookUp()).body).toEqual({ state: 'pending' });
    held.release();
    await sending;
    expect((await lookUp()).body).toEqual({ state: 'pending' });
    await store.recovery.sweep('all');
    expect((await lookUp()).body).toMatchObject({ state: 'completed', purchase: { credits_added: 1300 } });
  });

  it.each(['GET', 'DELETE'])('is refused if a %s request has no UUID', async (method) => {
    for (const id of ['1', 'constructor', `${key}x`, '%00', `${key}'--`]) {
      const reply = await store.call(address(id), { method, as: customer });
      expect(reply).toMatchObject({ status: 400, body: { detail: expect.stringContaining('UUID') } });
    }
  });
});

describe('withdrawing an attempt', () => {
  it('prevents any charge if the attempt has not arrived', async () => {
    expect(await withdraw()).toMatchObject({ status: 200, body: { state: 'failed', detail: notCharged } });
    expect(await withdraw()).toMatchObject({ status: 200, body: { state: 'failed', detail: notCharged } });
    expect((await lookUp()).body).toMatchObject({ state: 'failed', detail: notCharged });

    const request = paymentRequest();
    const late = await pay(store, customer, request, key);
    expect(late).toMatchObject(refusal(402, 'not-charged', notCharged));
    expect(store.gateway.requests).toEqual([]);
    // The refused attempt didn't use up the card token.
    expect((await pay(store, customer, request, crypto.randomUUID())).status).toBe(200);
  });

  it('has a single outcome if the attempt arrives at the same moment', async () => {
    const calls = [withdraw(), pay(store, customer, paymentRequest(), key)] as const;
    const [withdrawal, payment] = await Promise.all(calls);
    const state = (await lookUp()).body;
    expect(withdrawal.status).toBe(200);
    expect([payment.status, state, store.gateway.requests.length]).toEqual(
      payment.status === 200
        ? [200, { state: 'completed', purchase: payment.body }, 1]
        : [402, { state: 'failed', code: 'not-charged', detail: notCharged }, 0],
    );
  });

  it('changes nothing if the attempt has charged the card or might have', async () => {
    store.gateway.behavior = 'charge, then cut the connection';
    await pay(store, customer, paymentRequest(), key);
    expect((await withdraw()).body).toEqual({ state: 'pending' });
    await store.recovery.sweep('all');
    expect((await withdraw()).body).toMatchObject({ state: 'completed' });
  });

  it('does not affect other customers’ attempts', async () => {
    await withdraw();
    expect((await pay(store, await store.newCustomer(), paymentRequest(), key)).status).toBe(200);
  });

  it('requires a customer record and is rate-limited', async () => {
    expect(await withdraw('stranger')).toMatchObject({ status: 404, body: { detail: 'Customer not found' } });
    const statuses = [];
    for (let count = 1; count <= 6; count += 1)
      statuses.push((await withdraw(customer, crypto.randomUUID())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await withdraw(customer, crypto.randomUUID())).headers.get('Retry-After')).toBe('60');
  });
});

describe('a purchase at an agreed price', () => {
  const at = (cents: string) => ({ 'X-Expected-Amount-Cents': cents });

  it('is refused if the price differs, without using up the key or the card', async () => {
    const request = paymentRequest();
    const reply = await pay(store, customer, request, key, at('900'));
    expect(reply).toMatchObject(refusal(409, 'price-changed', expect.stringMatching(/price.*not charged/)));
    expect(reply.headers.has('Retry-After')).toBe(false);
    expect(store.gateway.requests).toEqual([]);
    expect((await lookUp()).status).toBe(404);
    const first = await pay(store, customer, request, key, at('1000'));
    expect(first.status).toBe(200);
    // After a purchase, a retry gets the same response even if it names another price.
    const repeated = await pay(store, customer, request, key, at('1'));
    expect(repeated).toMatchObject({ status: 200, body: first.body });
  });

  it('is not retried at a changed price', async () => {
    store.gateway.behavior = { refuseWith: 301 };
    const request = paymentRequest();
    await pay(store, customer, request, key, at('1000'));
    store.gateway.behavior = 'charge';
    expect((await pay(store, customer, request, key, at('900'))).status).toBe(409);
    expect((await pay(store, customer, request, key, at('1000'))).status).toBe(200);
  });

  it.each(['', '-1', '10.00', '1e3', '1000000000000000', 'ten', '1000, 1000'])(
    'is refused with the invalid price "%s"',
    async (cents) => {
      const reply = await pay(store, customer, paymentRequest(), key, at(cents));
      expect(reply).toMatchObject({ status: 400, body: { detail: expect.stringContaining('cents') } });
      expect(store.gateway.requests).toEqual([]);
    },
  );
});

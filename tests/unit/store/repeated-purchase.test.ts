import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { historySchema, type Transaction } from '#contract/transactions.ts';
import { pay, paymentRequest } from './support/payment-requests.ts';
import {
  expectBooksToBalance,
  type StoreUnderTest,
  startStoreUnderTest,
} from './support/store-under-test.ts';

let store: StoreUnderTest;
let customer: string;
beforeAll(async () => {
  store = await startStoreUnderTest();
}, 60_000);
afterAll(() => store.close());
beforeEach(async () => {
  store.gateway.charges.length = 0;
  store.gateway.requests.length = 0;
  customer = await store.newCustomer();
});
afterEach(() => expectBooksToBalance(store.database));

const ledger = async (): Promise<Transaction[]> => {
  const reply = await store.call('/api/transactions/history', { as: customer });
  return v.parse(historySchema, reply.body).transactions;
};
const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;

describe('the same attempt again', () => {
  it('gets the same answer and is not charged again', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const first = await pay(store, customer, request, key);
    const second = await pay(store, customer, request, key.toUpperCase());
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(store.gateway.requests).toHaveLength(1);
    expect(await balance()).toEqual({ balance: 1300 });
  });

  it('is the same without a key, as long as the request is', async () => {
    const request = paymentRequest();
    const first = await pay(store, customer, request);
    const second = await pay(store, customer, request);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('is answered alike after its product was withdrawn', async () => {
    const shelf = await startStoreUnderTest();
    const buyer = await shelf.newCustomer();
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const first = await pay(shelf, buyer, request, key);
    // The shelf is the store's own array; withdrawing from it is what a restart with another products file does.
    const withdrawn = shelf.products.filter(({ id }) => id !== request.product_id);
    Object.assign(shelf.products, { length: 0 });
    Object.assign(shelf.products, withdrawn);
    const again = await pay(shelf, buyer, request, key);
    const anew = await pay(shelf, buyer, paymentRequest());
    await shelf.close();
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(anew.status).toBe(404);
  }, 60_000);

  it('is under way while the gateway has not answered', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const held = store.gateway.hold();
    const first = pay(store, customer, request, key);
    await held.arrived;
    const meanwhile = await pay(store, customer, request, key);
    const [entry] = await ledger();
    held.release();

    expect(meanwhile).toMatchObject({
      status: 409,
      body: { code: 'attempt-in-progress', detail: expect.stringContaining('being confirmed') },
    });
    expect(meanwhile.headers.get('Retry-After')).toBe('2');
    expect(entry).toMatchObject({
      status: 'pending',
      balance_after_transaction: null,
      ionic_transaction_id: null,
    });
    expect(await first).toMatchObject({ status: 200 });
  });

  it('is charged once, however many arrive together', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(store, customer, request, key)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(store.gateway.requests).toHaveLength(1);
    expect(await balance()).toEqual({ balance: 1300 });
  });

  it('is refused with another request', async () => {
    const key = crypto.randomUUID();
    await pay(store, customer, paymentRequest(), key);
    const reply = await pay(store, customer, paymentRequest(), key);
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'key-reused', detail: expect.stringContaining('Idempotency-Key') },
    });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('is refused to another customer', async () => {
    const key = crypto.randomUUID();
    await pay(store, customer, paymentRequest(), key);
    const other = await store.newCustomer();
    const request = paymentRequest();
    expect(await pay(store, other, request, key)).toMatchObject({ status: 422 });
    expect(store.gateway.requests).toHaveLength(1);
    // The card of the refused attempt is still good.
    expect(await pay(store, other, request, crypto.randomUUID())).toMatchObject({ status: 200 });
  });
});

describe('a payment token', () => {
  it('buys once, whatever the key is', async () => {
    const request = paymentRequest();
    await pay(store, customer, request, crypto.randomUUID());
    const other = await store.newCustomer();
    const replies = [
      await pay(store, customer, request, crypto.randomUUID()),
      await pay(store, customer, { ...request, product_id: 'starter-500' }),
      await pay(store, other, request),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'token-used', detail: expect.stringContaining('enter your card again') },
      });
    }
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('buys once for customers who send it at the same time', async () => {
    const request = paymentRequest();
    const others = [customer, await store.newCustomer(), await store.newCustomer()];
    const replies = await Promise.all(others.map((other) => pay(store, other, request)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(store.gateway.requests).toHaveLength(1);
  });
});

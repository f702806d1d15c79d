import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentRequest } from '#contract/purchases.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

let customer: string;
const store = await storeOfFile();
beforeEach(async () => {
  customer = await store.newCustomer();
});

const ledger = () => readLedger(store, customer);
const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;

describe('a repeated attempt', () => {
  it('gets the same response and is not charged again', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const first = await pay(store, customer, request, key);
    const second = await pay(store, customer, request, key.toUpperCase());
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(store.gateway.requests).toHaveLength(1);
    expect(await balance()).toEqual({ balance: 1300 });
  });

  it('is recognized without a key by its fields, in any order', async () => {
    const request = paymentRequest();
    const reordered = Object.fromEntries(Object.entries(request.billing_address).toReversed());
    const first = await pay(store, customer, request);
    const second = await pay(store, customer, { ...request, billing_address: reordered });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('gets the same response after its product was changed or withdrawn', async () => {
    const products = (...args: string[]) => createOperator(store.database).run('products', ...args);
    const buy = (request: PaymentRequest, key?: string, headers = {}) =>
      pay(store, customer, request, key, headers);
    const newRequest = () => paymentRequest({ product_id: 'short' });
    await products('add', 'short', '--name', 'Short-lived', '--price', '1000', '--credits', '100');
    const sold = [newRequest(), crypto.randomUUID()] as const;
    const first = await buy(...sold);
    expect(first).toMatchObject({ status: 200, body: { amount_cents: 1000, credits_added: 100 } });
    await products('change', 'short', '--price', '2000', '--credits', '300');
    expect(await buy(...sold)).toMatchObject({ status: 200, body: first.body });
    const request = newRequest();
    const expected = { 'X-Expected-Amount-Cents': '1000' };
    expect(await buy(request, undefined, expected)).toMatchObject(refusal(409, 'price-changed'));
    expect(await buy(request)).toMatchObject({ status: 200, body: { amount_cents: 2000 } });
    await products('withdraw', 'short');
    expect(await buy(...sold)).toMatchObject({ status: 200, body: first.body });
    expect(await buy(newRequest())).toMatchObject({ status: 404 });
    expect((await ledger()).map(({ amount_display }) => amount_display)).toEqual(['$20.00', '$10.00']);
  });

  it('is charged once, however many requests arrive at the same time', async () => {
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(store, customer, request, key)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(store.gateway.requests).toHaveLength(1);
    expect(await balance()).toEqual({ balance: 1300 });
  });

  it('is refused if it has a different request or comes from another customer', async () => {
    const key = crypto.randomUUID();
    await pay(store, customer, paymentRequest(), key);
    const reused = refusal(422, 'key-reused', expect.stringContaining('Idempotency-Key'));
    expect(await pay(store, customer, paymentRequest(), key)).toMatchObject(reused);
    const other = await store.newCustomer();
    const request = paymentRequest();
    expect(await pay(store, other, request, key)).toMatchObject(reused);
    expect(store.gateway.requests).toHaveLength(1);
    // The refused attempt didn't use up the card token.
    expect(await pay(store, other, request, crypto.randomUUID())).toMatchObject({ status: 200 });
  });
});

describe('a payment token', () => {
  it('pays only once, whatever the key is', async () => {
    const request = paymentRequest();
    await pay(store, customer, request, crypto.randomUUID());
    const other = await store.newCustomer();
    const replies = [
      await pay(store, customer, request, crypto.randomUUID()),
      await pay(store, customer, { ...request, product_id: 'starter-500' }),
      await pay(store, other, request),
    ];
    for (const reply of replies) {
      const detail = expect.stringContaining('enter your card again');
      expect(reply).toMatchObject(refusal(400, 'token-used', detail));
    }
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('pays only once if several customers send it at the same time', async () => {
    const request = paymentRequest();
    const others = [customer, await store.newCustomer(), await store.newCustomer()];
    const replies = await Promise.all(others.map((other) => pay(store, other, request)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(store.gateway.requests).toHaveLength(1);
  });
});

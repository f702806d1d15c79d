import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addVersion } from '#server/store/products/catalog.ts';
import { pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

let customer: string;
const store = await storeOfFile();
beforeEach(async () => {
  customer = await store.newCustomer();
});
afterEach(() => expectBooksToBalance(store.database));

const ledger = () => readLedger(store, customer);
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

  it('is recognized without a key by its request, in whatever order its fields are', async () => {
    const request = paymentRequest();
    const reordered = Object.fromEntries(Object.entries(request.billing_address).toReversed());
    const first = await pay(store, customer, request);
    const second = await pay(store, customer, { ...request, billing_address: reordered });
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('gets the same answer after its product was withdrawn, and after its price has changed', async () => {
    const version = {
      id: 'short-lived',
      version: 1,
      name: 'Short-lived',
      priceCents: 1000,
      credits: 100,
      bonusCredits: 0,
      creditsExpireDays: null,
      bonusExpireDays: null,
      description: '',
      rank: 99,
      onSale: true,
      changedBy: 'a test',
    };
    await addVersion(store.database, version);
    const key = crypto.randomUUID();
    const request = paymentRequest({ product_id: version.id });
    const first = await pay(store, customer, request, key);
    expect(first).toMatchObject({ status: 200, body: { amount_cents: 1000, credits_added: 100 } });
    await addVersion(store.database, { ...version, version: 2, priceCents: 2000, credits: 300 });
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200, body: first.body });
    const newRequest = paymentRequest({ product_id: version.id });
    expect(
      await pay(store, customer, newRequest, undefined, { 'X-Expected-Amount-Cents': '1000' }),
    ).toMatchObject(refusal(409, 'price-changed'));
    expect(await pay(store, customer, newRequest)).toMatchObject({
      status: 200,
      body: { amount_cents: 2000 },
    });
    await addVersion(store.database, { ...version, version: 3, onSale: false });
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200, body: first.body });
    expect(await pay(store, customer, paymentRequest({ product_id: version.id }))).toMatchObject({
      status: 404,
    });
    expect((await ledger()).map(({ amount_display }) => amount_display)).toEqual(['$20.00', '$10.00']);
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
    expect(reply).toMatchObject(refusal(422, 'key-reused', expect.stringContaining('Idempotency-Key')));
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('is refused to another customer', async () => {
    const key = crypto.randomUUID();
    await pay(store, customer, paymentRequest(), key);
    const other = await store.newCustomer();
    const request = paymentRequest();
    expect(await pay(store, other, request, key)).toMatchObject({ status: 422 });
    expect(store.gateway.requests).toHaveLength(1);
    // The refused attempt left the card unused.
    expect(await pay(store, other, request, crypto.randomUUID())).toMatchObject({ status: 200 });
  });
});

describe('a payment token', () => {
  it('pays once, whatever the key is', async () => {
    const request = paymentRequest();
    await pay(store, customer, request, crypto.randomUUID());
    const other = await store.newCustomer();
    const replies = [
      await pay(store, customer, request, crypto.randomUUID()),
      await pay(store, customer, { ...request, product_id: 'starter-500' }),
      await pay(store, other, request),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject(
        refusal(400, 'token-used', expect.stringContaining('enter your card again')),
      );
    }
    expect(store.gateway.requests).toHaveLength(1);
  });

  it('pays once for customers who send it at the same time', async () => {
    const request = paymentRequest();
    const others = [customer, await store.newCustomer(), await store.newCustomer()];
    const replies = await Promise.all(others.map((other) => pay(store, other, request)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(store.gateway.requests).toHaveLength(1);
  });
});

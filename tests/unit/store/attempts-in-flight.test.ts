import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pay, paymentRequest } from './support/payment-requests.ts';
import {
  expectBooksToBalance,
  type Reply,
  type StoreUnderTest,
  startStoreUnderTest,
} from './support/store-under-test.ts';

const inFlight = 3;
const perCustomer = 4;
const perAddress = 6;
const brakeCount = 40;

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest({
    TRUSTED_PROXIES: '1',
    DECLINES_PER_CUSTOMER_PER_DAY: String(perCustomer),
    DECLINES_PER_ADDRESS_PER_DAY: String(perAddress),
    DECLINE_BRAKE_COUNT: String(brakeCount),
    GATEWAY_TIMEOUT_MS: '120000',
  });
}, 60_000);
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.query('delete from declines');
  await store.database.query('update decline_brake set on_until = null, counts_from = default');
  store.gateway.behaviour = { refuseWith: 200 };
  store.gateway.requests.length = 0;
});
afterEach(() => expectBooksToBalance(store.database));

const address = '203.0.113.7';
const payFrom = (from: string, as: string, key = crypto.randomUUID(), request = paymentRequest()) =>
  pay(store, as, request, key, { 'X-Forwarded-For': from });
const newCustomers = (count: number) => Promise.all(Array.from({ length: count }, () => store.newCustomer()));
const newCustomerWithPurchase = async () => {
  const customer = await store.newCustomer();
  store.gateway.behaviour = 'charge';
  expect(await payFrom('198.51.100.1', customer)).toMatchObject({ status: 200 });
  store.gateway.behaviour = { refuseWith: 200 };
  store.gateway.requests.length = 0;
  return customer;
};
const times = <Result>(count: number, work: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => work(index));
const approved = { status: 200 };
const declined = { status: 402, body: { code: 'declined' } };
const rateLimited = { status: 429, body: { code: 'rate-limited' } };
const tooManyDeclines = { status: 429, body: { code: 'too-many-declines' } };
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();

/** Has payments wait for the gateway's answer. Returns what releases them. */
const holdAtGateway = async (begin: readonly (() => Promise<Reply>)[]) => {
  const { release } = store.gateway.hold();
  const before = store.gateway.requests.length;
  const replies = begin.map((payment) => payment());
  await expect.poll(() => store.gateway.requests.length).toBe(before + begin.length);
  return () => {
    release();
    return Promise.all(replies);
  };
};

describe('declining cards that are sent at once', () => {
  it('reach the gateway no more often than the limits of a customer and an address allow', async () => {
    const customers = await newCustomers(50);
    const replies = await Promise.all(
      times(20, () => customers.map((customer) => payFrom(address, customer))).flat(),
    );
    expect(store.gateway.requests.length).toBeLessThanOrEqual(perAddress);
    expect(store.gateway.requests.length).toBeGreaterThan(0);
    expect(replies.filter(({ status }) => status !== 402 && status !== 429)).toEqual([]);

    store.gateway.requests.length = 0;
    const [customer = ''] = customers.slice(-1);
    for (let round = 0; round < 5; round += 1)
      await Promise.all(times(4, (index) => payFrom(`192.0.2.${1 + index}`, customer)));
    expect(store.gateway.requests.length).toBeLessThanOrEqual(perCustomer);
  }, 120_000);
});

describe('payments in flight', () => {
  it('are so many of a customer at a time, and the next can be made seconds later', async () => {
    const customer = await store.newCustomer();
    store.gateway.behaviour = 'charge';
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const end = await holdAtGateway([
      () => payFrom(address, customer, key, request),
      ...times(inFlight - 1, () => () => payFrom(address, customer)),
    ]);
    const later = crypto.randomUUID();
    const refused = await payFrom('192.0.2.1', customer, later);
    expect(refused).toMatchObject(rateLimited);
    expect(refused.headers.get('Retry-After')).toBe('3');
    expect(await payFrom(address, customer, key, request)).toMatchObject({ status: 409 });
    expect(statusesOf(await end())).toEqual([200, 200, 200]);
    expect(await payFrom('192.0.2.1', customer, later)).toMatchObject(approved);
  });

  it('count as if they were declined, as long as that is possible', async () => {
    const customer = await store.newCustomer();
    for (let time = 1; time < perCustomer; time += 1)
      expect(await payFrom(`192.0.2.${time}`, customer)).toMatchObject(declined);
    const end = await holdAtGateway([() => payFrom(address, customer)]);
    expect(await payFrom('192.0.2.9', customer)).toMatchObject(rateLimited);
    await end();
    expect(await payFrom('192.0.2.9', customer)).toMatchObject(tooManyDeclines);
  });

  it.each([
    ['an address', perAddress, () => address, '203.0.113.8'],
    ['a site of IPv6', 2 * perAddress, (index: number) => `2001:db8:1:${index}::1`, '2001:db8:2::1'],
  ])('count of %s likewise, but not against those who have bought before', async (_, limit, from, other) => {
    const [late = '', ...customers] = await newCustomers(1 + limit);
    const good = await newCustomerWithPurchase();
    store.gateway.behaviour = 'charge';
    const end = await holdAtGateway(customers.map((customer, index) => () => payFrom(from(index), customer)));
    expect(await payFrom(from(99), late)).toMatchObject(rateLimited);
    const endOthers = await holdAtGateway([() => payFrom(from(99), good), () => payFrom(other, late)]);
    await endOthers();
    await end();
    expect(await payFrom(from(99), late)).toMatchObject(approved);
  });

  it('are none once the outcome is unknown: the customer and the office can go on', async () => {
    const customers = await newCustomers(2);
    const [customer = '', colleague = ''] = customers;
    store.gateway.behaviour = 'cut the connection';
    for (const buyer of customers)
      for (let time = 0; time < perAddress; time += 1)
        expect(await payFrom(address, buyer)).toMatchObject({ status: 502 });
    store.gateway.behaviour = 'charge';
    expect(await payFrom(address, customer)).toMatchObject(approved);
    expect(await payFrom(address, colleague)).toMatchObject(approved);
    expect(await store.database.query('select from decline_brake where on_until is not null')).toEqual([]);
  });

  it('are also those that are sent again, which had not reached the gateway', async () => {
    const customer = await store.newCustomer();
    const attempts = times(2 * inFlight, () => [crypto.randomUUID(), paymentRequest()] as const);
    store.gateway.behaviour = 'answer 429';
    for (const [key, request] of attempts)
      expect(await payFrom(address, customer, key, request)).toMatchObject({ status: 503 });
    store.gateway.behaviour = { refuseWith: 200 };
    store.gateway.requests.length = 0;
    await Promise.all(attempts.map(([key, request]) => payFrom(address, customer, key, request)));
    expect(store.gateway.requests.length).toBeLessThanOrEqual(inFlight);

    for (const [key, request] of attempts) await payFrom(address, customer, key, request);
    expect(store.gateway.requests.length).toBe(perCustomer);
    expect(await payFrom(address, customer)).toMatchObject(tooManyDeclines);
  });
});

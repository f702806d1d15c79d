import { beforeEach, describe, expect, it } from 'vitest';
import { readBreakerCause, readCircuitBreaker } from '#server/store/payments/declines.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { type Reply, storeOfFile } from '../support/store-under-test.ts';

const inFlight = 3;
const perCustomer = 4;
const perAddress = 6;
const breakerCount = 40;

const store = await storeOfFile({
  TRUSTED_PROXIES: '1',
  DECLINES_PER_CUSTOMER_PER_DAY: String(perCustomer),
  DECLINES_PER_ADDRESS_PER_DAY: String(perAddress),
  DECLINE_BRAKE_COUNT: String(breakerCount),
  GATEWAY_TIMEOUT_MS: '120000',
  SHARED_NETWORKS: '203.0.113.128/25, 2001:db8:ffff::/48',
});
beforeEach(async () => {
  await store.database.query('delete from declines');
  await store.database.query(
    'update decline_brake set on_until = null, counts_from = default, put_on_at = null',
  );
  store.gateway.behavior = { refuseWith: 200 };
});

const address = '203.0.113.7';
const payFrom = (from: string, as: string, key = crypto.randomUUID(), request = paymentRequest()) =>
  pay(store, as, request, key, { 'X-Forwarded-For': from });
const newCustomers = (count: number) => Promise.all(Array.from({ length: count }, () => store.newCustomer()));
const tokensOf = (customers: readonly string[]) =>
  Promise.all(customers.map((customer) => store.pool.accessToken(customer)));
const newCustomerWithPurchase = async () => {
  const customer = await store.newCustomer();
  store.gateway.behavior = 'charge';
  expect(await payFrom('198.51.100.1', customer)).toMatchObject({ status: 200 });
  store.gateway.behavior = { refuseWith: 200 };
  store.gateway.requests.length = 0;
  return customer;
};
const times = <Result>(count: number, work: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => work(index));
const approved = { status: 200 };
const declined = refusal(402, 'declined');
const rateLimited = refusal(429, 'rate-limited');
const tooManyDeclines = refusal(429, 'too-many-declines');
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();

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

describe('the circuit breaker', () => {
  const newGoodCard = () => {
    const request = paymentRequest();
    store.gateway.goodTokens.add(request.payment_token);
    return request;
  };
  const buyWithGoodCard = (customer: string) =>
    payFrom(address, customer, crypto.randomUUID(), newGoodCard());

  it('lets earlier buyers buy while a hundred cards are declined', async () => {
    const [newcomer = '', ...customers] = await newCustomers(26);
    const tokens = await tokensOf(customers);
    const good = await newCustomerWithPurchase();
    const attack = Promise.all(
      times(4, () => tokens.map((token, index) => payFrom(`192.0.2.${index}`, token))).flat(),
    );
    for (let time = 0; time < 5; time += 1) expect(await buyWithGoodCard(good)).toMatchObject(approved);
    await attack;
    expect(store.gateway.requests.length).toBeLessThanOrEqual(5 + 25 * perCustomer);

    const paused = refusal(429, 'purchases-paused');
    expect(await buyWithGoodCard(newcomer)).toMatchObject(paused);
    expect(await buyWithGoodCard(good)).toMatchObject(approved);
    const lines = store.logged.filter(({ event }) => event === 'decline-brake-on');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.['declines']).toBeGreaterThanOrEqual(breakerCount);
    expect(lines[0]?.['customers']).toBeGreaterThanOrEqual(breakerCount / 2);
  }, 120_000);

  it('counts only a few declines per customer and network and shows operators where declines come from', async () => {
    const customers = await newCustomers(11);
    const [one = '', ...others] = customers;
    for (let time = 0; time < perCustomer; time += 1) {
      expect(await payFrom(`2001:db8:1:${time}::1`, one)).toMatchObject(declined);
      for (const [index, customer] of others.entries())
        expect(await payFrom(`192.0.2.${index}`, customer)).toMatchObject(declined);
    }
    expect(await buyWithGoodCard(await store.newCustomer())).toMatchObject(approved);

    const breaker = await readCircuitBreaker(store.database, store.config.declines);
    expect(breaker).toEqual({ onUntil: null, declines: 22 });
    const cause = await readBreakerCause(store.database, store.config.declines);
    expect(cause).toMatchObject({ putOnAt: null });
    expect(cause.customers).toHaveLength(11);
    expect(cause.customers).toContainEqual({ customerId: one, declines: perCustomer, counted: 2 });
    const counts = { declines: perCustomer, counted: 2 };
    expect(cause.networks).toContainEqual({ network: '2001:db8:1::/48', customers: 1, ...counts });

    // The command uses the default limits, not this store's.
    const operator = createOperator(store.database);
    expect(await operator.json('brake')).toMatchObject({ onUntil: null, putOnAt: null });
  });

  it('counts as many declines per IPv6 site as for two customers', async () => {
    for (let time = 0; time < 2 * perAddress; time += 1)
      expect(await payFrom(`2001:db8:2:${time}::1`, await store.newCustomer())).toMatchObject(declined);
    const { declines } = await readCircuitBreaker(store.database, store.config.declines);
    expect(declines).toBe(breakerCount / 10);
    expect(await payFrom('2001:db8:2:99::1', await store.newCustomer())).toMatchObject(tooManyDeclines);
  });
});

describe('the limits by address', () => {
  it.each(['203.0.113.200', '2001:db8:ffff:1::1'])(
    'do not apply to a shared network, such as that of %s',
    async (shared) => {
      for (let time = 0; time <= perAddress; time += 1)
        expect(await payFrom(shared, await store.newCustomer())).toMatchObject(declined);
      expect(store.gateway.requests.at(-1)?.get('ipaddress')).toBe(shared);
    },
  );

  it('do not apply to earlier buyers', async () => {
    const good = await newCustomerWithPurchase();
    for (let time = 0; time < perAddress; time += 1)
      expect(await payFrom(address, await store.newCustomer())).toMatchObject(declined);
    expect(await payFrom(address, await store.newCustomer())).toMatchObject(tooManyDeclines);
    expect(await payFrom(address, good)).toMatchObject(declined);
  });
});

describe('payments in flight', () => {
  it('are limited per customer, and a refused payment can be retried later', async () => {
    const customer = await store.newCustomer();
    store.gateway.behavior = 'charge';
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const others = times(inFlight - 1, () => () => payFrom(address, customer));
    const end = await holdAtGateway([() => payFrom(address, customer, key, request), ...others]);
    const later = crypto.randomUUID();
    const refused = await payFrom('192.0.2.1', customer, later);
    expect(refused).toMatchObject(rateLimited);
    expect(refused.headers.get('Retry-After')).toBe('3');
    expect(await payFrom(address, customer, key, request)).toMatchObject({ status: 409 });
    expect(statusesOf(await end())).toEqual([200, 200, 200]);
    expect(await payFrom('192.0.2.1', customer, later)).toMatchObject(approved);
  });

  it('count as declines until their outcome is known', async () => {
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
    ['an IPv6 site', 2 * perAddress, (index: number) => `2001:db8:1:${index}::1`, '2001:db8:2::1'],
  ])('are limited for %s, but not for earlier buyers', async (_, limit, from, other) => {
    const [late = '', ...customers] = await newCustomers(1 + limit);
    const good = await newCustomerWithPurchase();
    store.gateway.behavior = 'charge';
    const end = await holdAtGateway(customers.map((customer, index) => () => payFrom(from(index), customer)));
    expect(await payFrom(from(99), late)).toMatchObject(rateLimited);
    const endOthers = await holdAtGateway([() => payFrom(from(99), good), () => payFrom(other, late)]);
    await endOthers();
    await end();
    expect(await payFrom(from(99), late)).toMatchObject(approved);
  });

  it('no longer count once their outcome is unknown', async () => {
    const customers = await newCustomers(2);
    const [customer = '', colleague = ''] = customers;
    store.gateway.behavior = 'cut the connection';
    for (const buyer of customers)
      for (let time = 0; time < perAddress; time += 1)
        expect(await payFrom(address, buyer)).toMatchObject({ status: 502 });
    store.gateway.behavior = 'charge';
    expect(await payFrom(address, customer)).toMatchObject(approved);
    expect(await payFrom(address, colleague)).toMatchObject(approved);
    expect(await store.database.query('select from decline_brake where on_until is not null')).toEqual([]);
  });

  it('include retries of payments that the gateway did not process', async () => {
    const customer = await store.newCustomer();
    const attempts = times(2 * inFlight, () => [crypto.randomUUID(), paymentRequest()] as const);
    store.gateway.behavior = 'answer 429';
    for (const [key, request] of attempts)
      expect(await payFrom(address, customer, key, request)).toMatchObject({ status: 503 });
    store.gateway.behavior = { refuseWith: 200 };
    store.gateway.requests.length = 0;
    await Promise.all(attempts.map(([key, request]) => payFrom(address, customer, key, request)));
    expect(store.gateway.requests.length).toBeLessThanOrEqual(inFlight);

    for (const [key, request] of attempts) await payFrom(address, customer, key, request);
    expect(store.gateway.requests.length).toBe(perCustomer);
    expect(await payFrom(address, customer)).toMatchObject(tooManyDeclines);
  });

  it('count toward the new address after a retry from another address', async () => {
    const attempts = (await newCustomers(perAddress + 1)).map(
      (customer) => [customer, crypto.randomUUID(), paymentRequest()] as const,
    );
    store.gateway.behavior = 'answer 429';
    for (const [index, attempt] of attempts.entries())
      expect(await payFrom(`192.0.2.${index}`, ...attempt)).toMatchObject({ status: 503 });
    store.gateway.behavior = { refuseWith: 200 };
    store.gateway.requests.length = 0;
    for (const attempt of attempts) await payFrom(address, ...attempt);
    expect(store.gateway.requests.length).toBe(perAddress);
  });
});

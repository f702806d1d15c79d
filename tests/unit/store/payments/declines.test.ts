import { beforeEach, describe, expect, it } from 'vitest';
import { readCircuitBreaker, tendDeclines } from '#server/store/payments/declines.ts';
import { createRecordingLog, silentLog } from '../support/logs.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectComplaint, refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const perCustomer = 3;
const perAddress = 5;
const breakerCount = 8;
const windowMs = 300_000;
const breakerPauseMs = 900_000;
const dayMs = 86_400_000;

let customer: string;
const store = await storeOfFile({
  TRUSTED_PROXIES: '1',
  DECLINES_PER_CUSTOMER_PER_DAY: String(perCustomer),
  DECLINES_PER_ADDRESS_PER_DAY: String(perAddress),
  DECLINE_BRAKE_COUNT: String(breakerCount),
  DECLINE_BRAKE_WINDOW_MS: String(windowMs),
  DECLINE_BRAKE_MS: String(breakerPauseMs),
});
beforeEach(async () => {
  await store.database.query('delete from declines');
  await store.database.query('update decline_brake set on_until = null, counts_from = default');
  store.gateway.behavior = { refuseWith: 200 };
  customer = await store.newCustomer();
});

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `198.51.${Math.floor(lastAddress / 250)}.${1 + (lastAddress % 250)}`;
};
const payFrom = (address: string, as = customer, request = paymentRequest(), key?: string) =>
  pay(store, as, request, key, { 'X-Forwarded-For': address });
const declined = { status: 402 };
const limited = refusal(429, 'too-many-declines');
const paused = refusal(429, 'purchases-paused');
const approve = () => {
  store.gateway.behavior = 'charge';
};
const breakerLines = () =>
  store.logged.map(({ event }) => event).filter((event) => event.startsWith('decline-brake'));
const declineElsewhere = async (times: number) => {
  for (let time = 0; time < times; time += 1)
    expect(await payFrom(newAddress(), await store.newCustomer())).toMatchObject(declined);
};

describe('declined cards', () => {
  it('are limited per customer and day, and a refused attempt can be retried later', async () => {
    for (let time = 0; time < perCustomer; time += 1)
      expect(await payFrom(newAddress())).toMatchObject(declined);
    const sales = store.gateway.requests.length;
    approve();
    const sameAttempt = [customer, paymentRequest(), crypto.randomUUID()] as const;
    const refused = await payFrom(newAddress(), ...sameAttempt);
    expect(refused).toMatchObject(limited);
    expect(refused.headers.get('Retry-After')).toBe(String(dayMs / 1000));
    expect(store.gateway.requests).toHaveLength(sales);
    expect(await payFrom(newAddress(), await store.newCustomer())).toMatchObject({ status: 200 });

    await store.clock.advance(dayMs - 1);
    expect((await payFrom(newAddress())).headers.get('Retry-After')).toBe('1');
    await store.clock.advance(1);
    expect(await payFrom(newAddress(), ...sameAttempt)).toMatchObject({ status: 200 });
  });

  it.each([
    ['an address', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['an IPv6 site', '2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
  ])('are limited per day for %s, even across customers', async (_, address, neighbor, other) => {
    for (let time = 0; time < perAddress; time += 1)
      expect(await payFrom(address, await store.newCustomer())).toMatchObject(declined);
    approve();
    expect(await payFrom(neighbor)).toMatchObject(limited);
    expect(await payFrom(other)).toMatchObject({ status: 200 });
    // A proxy's private address has no limit, because the client's address is unknown.
    expect(await payFrom('10.0.0.1')).toMatchObject({ status: 200 });
  });

  it('count only if a bank declined them', async () => {
    const usedToken = { refuseWith: 300, text: 'Payment Token does not exist' };
    for (const behavior of ['charge', usedToken, { refuseWith: 411 }, 'answer 429'] as const) {
      store.gateway.behavior = behavior;
      await payFrom(newAddress());
    }
    expect(await store.database.query('select from declines')).toEqual([]);
  });

  it.each([
    ['the address', { text: 'AVS REJECTED', avs: 'N', cvv: 'M' }, 1],
    ['the security code', { text: 'CVV REJECTED', avs: 'Y', cvv: 'N' }, 1],
    ['neither', { text: 'Rejected by a rule', avs: 'Y', cvv: 'M' }, 0],
  ])('include gateway refusals only after a failed card check: %s', async (_, reply, declines) => {
    store.gateway.behavior = { refuseWith: 300, ...reply };
    expect(await payFrom(newAddress())).toMatchObject(declined);
    expect(await store.database.query('select from declines')).toHaveLength(declines);
  });

  const recordOf = (order: string, isCharged: boolean, code: number, checks = '') =>
    `<transaction><transaction_id>9002</transaction_id><order_id>${order}</order_id>` +
    `<condition>${isCharged ? 'complete' : 'failed'}</condition>${checks}<action><amount>10.00</amount>` +
    `<action_type>sale</action_type><success>${isCharged ? 1 : 0}</success>` +
    `<response_code>${code}</response_code></action></transaction>`;

  it.each([
    ['a decline', 202, ''],
    ['a failed check', 300, '<avs_response>N</avs_response><csc_response>M</csc_response>'],
  ])('count if the gateway later reports %s, until it reports a charge', async (_, code, checks) => {
    const key = crypto.randomUUID();
    store.gateway.behavior = 'cut the connection';
    expect(await payFrom('203.0.113.9', customer, paymentRequest(), key)).toMatchObject({ status: 502 });
    store.gateway.transactions.set(key, [recordOf(key, false, code, checks)]);
    await store.recovery.sweep('all');
    expect(await store.database.query('select attempt_id as id, network from declines')).toEqual([
      { id: key, network: '203.0.113.9/32' },
    ]);
    expect(
      await store.database.query('select client_network from purchase_attempts where attempt_id = $1', [key]),
    ).toEqual([{ client_network: null }]);

    store.gateway.transactions.set(key, [recordOf(key, true, 100)]);
    await store.recovery.recheck(key, 'records');
    expect(await store.database.query('select from declines')).toEqual([]);
  });

  it('are deleted after two days, and an erasure deletes their addresses', async () => {
    await payFrom('203.0.113.11');
    const operator = createOperator(store.database);
    const { declines } = await operator.json('export', customer);
    expect(declines).toMatchObject([{ network: '203.0.113.11/32' }]);
    await operator.run('erase', customer, '--yes');
    expect(await store.database.query('select network from declines')).toEqual([{ network: null }]);
    await tendDeclines({ database: store.database, log: silentLog });
    expect(await store.database.query('select from declines')).toHaveLength(1);
    await store.clock.advance(2 * dayMs + 1);
    await tendDeclines({ database: store.database, log: silentLog });
    expect(await store.database.query('select from declines')).toEqual([]);
  });
});

describe('a burst of declines', () => {
  const tend = () => tendDeclines({ database: store.database, log: createRecordingLog(store.logged) });
  const breaker = () => readCircuitBreaker(store.database, store.config.declines);

  it('pauses purchases for a while and logs the start and end once', async () => {
    await declineElsewhere(breakerCount - 1);
    expect(await breaker()).toEqual({ onUntil: null, declines: breakerCount - 1 });
    await declineElsewhere(1);
    const onUntil = store.clock.after(breakerPauseMs);
    expect(await breaker()).toEqual({ onUntil, declines: breakerCount });
    expect((await createOperator(store.database).run('open')).text).toContain('Purchases are paused until');

    approve();
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const refused = await payFrom(newAddress(), customer, request, key);
    expect(refused).toMatchObject(paused);
    expect(refused.headers.get('Retry-After')).toBe(String(breakerPauseMs / 1000));
    await tend();
    expect(breakerLines()).toEqual(['decline-brake-on']);

    await store.clock.advance(breakerPauseMs);
    expect(await payFrom(newAddress(), customer, request, key)).toMatchObject({ status: 200 });
    await Promise.all([tend(), tend()]);
    expect(breakerLines()).toEqual(['decline-brake-on', 'decline-brake-off']);
    expect(await breaker()).toEqual({ onUntil: null, declines: 0 });
  });

  it('pauses purchases until an operator resumes them, and again only after further declines', async () => {
    const operator = createOperator(store.database);
    const resume = () => operator.run('resume', '--reason', 'the bank of many was down');
    await expectComplaint(resume(), 'Purchases are not paused.');

    await declineElsewhere(breakerCount);
    expect(await resume()).toMatchObject({ exitCode: 0, text: 'Purchases have resumed.' });
    await store.clock.advance(1);
    await tend();
    expect(breakerLines()).toEqual(['decline-brake-on', 'decline-brake-off']);
    expect(await breaker()).toEqual({ onUntil: null, declines: 0 });
    expect((await operator.json('audit', '--limit', '1')).actions).toMatchObject([
      { command: 'resume', operator: 'grace', reason: 'the bank of many was down', result: 'resumed' },
    ]);

    approve();
    expect(await payFrom(newAddress())).toMatchObject({ status: 200 });
    store.gateway.behavior = { refuseWith: 200 };
    await declineElsewhere(breakerCount - 1);
    expect((await breaker()).onUntil).toBeNull();
    await declineElsewhere(1);
    expect((await breaker()).onUntil).not.toBeNull();
  });

  it('pauses purchases only if the declines fall within the window', async () => {
    await declineElsewhere(breakerCount - 1);
    await store.clock.advance(windowMs);
    await declineElsewhere(1);
    expect((await breaker()).onUntil).toBeNull();
  });
});

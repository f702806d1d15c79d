import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPoolUsers } from '#server/store/identity/pool-users.ts';
import { createExposition } from '#server/store/metrics/prometheus.ts';
import { noTracing } from '#server/store/tracing/tracing.ts';
import { silentLog } from '../support/logs.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectComplaint, refusal } from '../support/refusals.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const revoked = { __type: 'NotAuthorizedException', message: 'Access Token has been revoked' };
const disabled = { __type: 'NotAuthorizedException', message: 'User is disabled.' };
const missing = { __type: 'UserNotFoundException', message: 'User does not exist.' };
const unscoped = { ...revoked, message: 'Access Token does not have required scopes' };
const busy = { __type: 'TooManyRequestsException', message: 'Rate exceeded' };
const expired = { ...revoked, message: 'Access Token has expired' };
const qualified = { ...missing, __type: 'com.amazonaws.cognito#UserNotFoundException' };
const signInNeeded = refusal(401, 'not-signed-in');

const exposition = createExposition();
const store = await storeOfFile({}, { meter: exposition.meter });
afterEach(() => {
  store.pool.failWith = undefined;
  store.pool.isHanging = false;
});

const newToken = (sub: string) => store.pool.accessToken(sub, { jti: crypto.randomUUID() });

const checks = async (state: string): Promise<number> => {
  const connections = { total: 0, idle: 0, waiting: 0, max: 0 };
  const text = await exposition.render({ state: undefined, isReady: true, connections });
  return Number(new RegExp(`coffer_session_checks_total{state="${state}"} (\\d+)`).exec(text)?.[1]);
};

it.each([
  ['its session was revoked', revoked],
  ['its user is disabled', disabled],
  ['its user no longer exists', missing],
  ['the pool returns a qualified error name', qualified],
])('a purchase creates no attempt if %s', async (_, refusal) => {
  const customer = await store.newCustomer();
  store.pool.refusals.set(customer, refusal);
  const before = await checks('ended');
  const attempt = crypto.randomUUID();
  const token = await newToken(customer);
  expect(await pay(store, token, paymentRequest(), attempt)).toMatchObject(signInNeeded);
  expect(await checks('ended')).toBe(before + 1);
  const opened = 'select from purchase_attempts where attempt_id = $1';
  expect(await store.database.query(opened, [attempt])).toEqual([]);
});

describe('a purchase whose session cannot be checked', () => {
  it.each([
    ['the token lacks the scope to check', unscoped, 'no-scope'],
    ['the pool is too busy', busy, 'unanswered'],
    ['the pool considers the token expired', expired, 'unanswered'],
  ])('goes through and is counted in the metrics if %s', async (_, refusal, state) => {
    const customer = await store.newCustomer();
    store.pool.refusals.set(customer, refusal);
    const before = await checks(state);
    expect(await pay(store, await newToken(customer), paymentRequest())).toMatchObject({ status: 200 });
    expect(await checks(state)).toBe(before + 1);
  });

  it('goes through and is counted in the metrics if the pool fails, whatever the response body', async () => {
    const customer = await store.newCustomer();
    const token = await newToken(customer);
    store.pool.refusals.set(customer, revoked);
    store.pool.failWith = 502;
    const before = await checks('unanswered');
    expect(await pay(store, token, paymentRequest())).toMatchObject({ status: 200 });
    expect(await checks('unanswered')).toBe(before + 1);
  });

  it('waits two seconds for the pool, but the next purchase does not wait', async () => {
    const customer = await store.newCustomer();
    const token = await newToken(customer);
    store.pool.isHanging = true;
    const begun = performance.now();
    expect(await pay(store, token, paymentRequest())).toMatchObject({ status: 200 });
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    const { lookups } = store.pool;
    expect(await pay(store, token, paymentRequest())).toMatchObject({ status: 200 });
    expect(store.pool.lookups).toBe(lookups);
  });
});

describe('a session check', () => {
  let time = 0;
  const tools = { log: silentLog, tracing: noTracing, now: () => time };
  const users = () => createPoolUsers(store.config.userPool.endpoint, tools);
  beforeEach(() => {
    time = 0;
    store.pool.lookups = 0;
    store.pool.attributes.set('ada', { email: 'ada@example.com' });
    store.pool.refusals.delete('ada');
  });

  it('is cached for a minute', async () => {
    const { check } = users();
    const token = await store.pool.accessToken('ada');
    expect(await check(token)).toBe('current');
    store.pool.refusals.set('ada', revoked);
    time = 59_999;
    expect(await check(token)).toBe('current');
    time = 60_000;
    expect(await check(token)).toBe('ended');
    store.pool.refusals.delete('ada');
    time = 120_000;
    expect(await check(token)).toBe('current');
    expect(store.pool.lookups).toBe(3);
  });

  it('is shared by concurrent calls with the same token', async () => {
    const { check } = users();
    const [one, other] = await Promise.all(
      ['one', 'other'].map((jti) => store.pool.accessToken('ada', { jti })),
    );
    await Promise.all([one, one, other, one].map((token = '') => check(token)));
    expect(store.pool.lookups).toBe(2);
  });

  it('is retried ten seconds after the pool fails', async () => {
    const { check } = users();
    const token = await store.pool.accessToken('ada');
    store.pool.failWith = 500;
    expect(await check(token)).toBe('unanswered');
    store.pool.failWith = undefined;
    time = 9_999;
    expect(await check(token)).toBe('unanswered');
    time = 10_000;
    expect(await check(token)).toBe('current');
  });
});

describe('a profile', () => {
  const profile = (as: string) => store.call('/api/auth/profile', { as });
  const secondsFromNow = (seconds: number) => Math.floor(store.clock.now.getTime() / 1000) + seconds;
  const signInAt = (sub: string, seconds: number) =>
    store.pool.accessToken(sub, { auth_time: secondsFromNow(seconds), iat: secondsFromNow(seconds) });
  const newUser = (attributes: Record<string, string>): string => {
    const sub = crypto.randomUUID();
    store.pool.attributes.set(sub, attributes);
    return sub;
  };

  it('is not created for a user whose session was revoked', async () => {
    const sub = newUser({ email: 'gone@example.com' });
    store.pool.refusals.set(sub, revoked);
    expect(await profile(sub)).toMatchObject(signInNeeded);
    expect(await store.database.query('select from customers where customer_id = $1', [sub])).toEqual([]);
  });

  it('is looked up in the pool only once if the customer has no name', async () => {
    const sub = newUser({ email: `${crypto.randomUUID()}@example.com` });
    store.pool.lookups = 0;
    const token = await signInAt(sub, -60);
    for (let turn = 0; turn < 3; turn += 1) await profile(token);
    expect(store.pool.lookups).toBe(1);
  });

  it('changes at the next sign-in after a change in the pool', async () => {
    const sub = newUser({ email: `${crypto.randomUUID()}@example.com`, given_name: 'Ada' });
    const first = await signInAt(sub, -60);
    await profile(first);
    const email = `${crypto.randomUUID()}@example.com`;
    store.pool.attributes.set(sub, { email, given_name: 'Augusta' });
    expect(await profile(first)).toMatchObject({ body: { firstName: 'Ada' } });
    expect(await profile(await signInAt(sub, 60))).toMatchObject({ body: { email, firstName: 'Augusta' } });

    await pay(store, sub, paymentRequest());
    expect(store.gateway.requests.at(-1)?.get('email')).toBe(email);
  });

  it('changes with the next token of a session', async () => {
    const sub = newUser({ email: `${crypto.randomUUID()}@example.com`, given_name: 'Ada' });
    const auth_time = secondsFromNow(-60);
    await profile(await store.pool.accessToken(sub, { auth_time, iat: auth_time }));
    store.pool.attributes.set(sub, { given_name: 'Augusta' });
    const refreshed = await store.pool.accessToken(sub, { auth_time, iat: secondsFromNow(60) });
    expect(await profile(refreshed)).toMatchObject({ body: { firstName: 'Augusta' } });
  });

  it('forgets a name and a phone that the customer removed', async () => {
    const sub = newUser({ given_name: 'Ada', family_name: 'King', phone_number: '+15551234567' });
    await profile(await signInAt(sub, -60));
    store.pool.attributes.set(sub, { given_name: 'Ada', family_name: '' });
    const removed = { firstName: 'Ada', lastName: null, phone: null };
    expect(await profile(await signInAt(sub, 60))).toMatchObject({ body: removed });
  });

  it.each([{ email_verified: 'false' }, { email_verified: '' }])(
    'ignores an unverified email (%o) and drops a stored email that became unverified',
    async (unverified) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const sub = newUser({ email, given_name: 'Mallory' });
      await profile(await signInAt(sub, -60));
      store.pool.attributes.set(sub, { email: 'victim@example.com', given_name: 'Mallory', ...unverified });
      expect(await profile(await signInAt(sub, 60))).toMatchObject({ body: { email } });
      store.pool.attributes.set(sub, { email: email.toUpperCase(), given_name: 'Mallory', ...unverified });
      expect(await profile(await signInAt(sub, 120))).toMatchObject({ body: { email: null } });

      const stranger = newUser({ email: 'victim@example.com', given_name: 'Eve', ...unverified });
      expect(await profile(stranger)).toMatchObject({ body: { email: null, firstName: 'Eve' } });
      const stored = "select from customers where email = 'victim@example.com'";
      expect(await store.database.query(stored)).toEqual([]);
    },
  );

  it('tells both customers that another account has the same email', async () => {
    const email = `Twice-${crypto.randomUUID()}@example.com`;
    const first = newUser({ email, given_name: 'Ada' });
    expect((await profile(first)).body).not.toHaveProperty('hasOtherAccount');
    const second = newUser({ email: email.toLowerCase(), given_name: 'Ada' });
    expect(await profile(second)).toMatchObject({ body: { hasOtherAccount: true } });
    expect(await profile(first)).toMatchObject({ body: { hasOtherAccount: true } });
  });
});

describe('a blocked customer', () => {
  const operator = createOperator(store.database);
  const blocked = refusal(403, 'customer-blocked');

  it('can read but not buy until the block ends', async () => {
    const customer = await store.newCustomer();
    const bought = crypto.randomUUID();
    const first = paymentRequest();
    const reply = await pay(store, customer, first, bought);
    await operator.run('block', customer, '--reason', 'Stolen cards');
    expect(await pay(store, customer, paymentRequest())).toMatchObject(blocked);
    // A retry of the earlier purchase still returns the same response.
    expect(await pay(store, customer, first, bought)).toMatchObject({ status: 200, body: reply.body });
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 1300 });
    await operator.run('unblock', customer);
    expect(await pay(store, customer, paymentRequest())).toMatchObject({ status: 200 });
  });

  it('appears in the audit and cannot be blocked again', async () => {
    const customer = await store.newCustomer();
    await expectComplaint(operator.run('unblock', customer), `Customer ${customer} is not blocked.`);
    const block = ['block', `${customer}@example.com`, '--reason', 'Stolen cards'];
    expect(await operator.json(...block)).toEqual({ customerId: customer, result: 'blocked' });
    await expectComplaint(operator.run(...block), `Customer ${customer} is already blocked.`);
    expect(await operator.json('customer', customer)).toMatchObject({
      customer: { blockedAt: store.clock.now.toISOString() },
    });
    expect((await operator.run('customer', customer)).text).toContain('Blocked    2026-11-20 12:00:00 UTC');
    await operator.run('unblock', customer);
    const { actions } = await operator.json('audit', '--customer', customer);
    expect(actions).toMatchObject([
      { command: 'unblock', result: 'unblocked', reason: null },
      { command: 'customer' },
      { command: 'customer' },
      { command: 'block', result: 'blocked', reason: 'Stolen cards', operator: 'grace' },
    ]);
  });

  it('cannot retry a payment that the gateway did not process', async () => {
    const customer = await store.newCustomer();
    const attempt = crypto.randomUUID();
    const request = paymentRequest();
    store.gateway.behavior = { refuseWith: 301 };
    expect(await pay(store, customer, request, attempt)).toMatchObject({ status: 503 });
    store.gateway.behavior = 'charge';
    await operator.run('block', customer, '--reason', 'Stolen cards');
    expect(await pay(store, customer, request, attempt)).toMatchObject(blocked);
    expect(store.gateway.charges.filter(({ orderId }) => orderId === attempt)).toEqual([]);
  });
});

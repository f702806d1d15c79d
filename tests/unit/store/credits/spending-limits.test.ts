import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEventsAbout } from '#server/store/events/merchant-events.ts';
import { sumUsage } from '#server/store/ledger/usage.ts';
import { signIn } from '../support/card-payments.ts';
import { callsAbout, createMerchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { refusal } from '../support/refusals.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

let customer: string;
let token: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
const { grant, spend, hold } = callsAbout(() => ({ merchant, customer }));
/** Moves the clock. The next months start in Chicago at 06:00 UTC on 2026-12-01 and 2027-01-01. */
const at = (time: string) => store.clock.set(new Date(time));
const newMonth = '2026-12-01T06:00:00.000Z';
const later = '2027-01-01T06:00:00.000Z';
const secondBefore = (time: string) => new Date(Date.parse(time) - 1_000).toISOString();
beforeEach(async () => {
  await at('2026-11-20T12:00:00Z');
  customer = await store.newCustomer();
  token = await signIn(store, customer);
  await grant(1_000);
});
afterEach(() => expectBooksToBalance(store.database));

const call = (method = 'GET', body?: unknown, as = token) =>
  store.call('/api/spending-limit', { method, as, body });
const setLimit = (monthly_credits: unknown, as?: string) => call('PUT', { monthly_credits }, as);
const limitOf = async (monthly_credits: number) =>
  expect(await setLimit(monthly_credits)).toMatchObject({ status: 200 });
const read = async () => (await call()).body;
const used = async () => ((await read()) as { used: number }).used;
const put = (of: 'spends' | 'holds', credits: number, id: string = crypto.randomUUID()) =>
  merchant.put(`/${of}/${id}`, { customer_id: customer, credits });
const giveBack = (spent: string, credits: number) =>
  merchant.put(`/spends/${spent}/returns/${crypto.randomUUID()}`, { credits });
const end = (held: string, how: 'capture' | 'release', body?: object) =>
  merchant.post(`/holds/${held}/${how}`, body);
const readCustomer = async () => (await merchant.get(`/customers/${customer}`)).body;

describe('/api/spending-limit', () => {
  const current = { used: 12, resets_at: newMonth };

  it('counts the whole current month, with or without a limit', async () => {
    await spend(7);
    await hold(5);
    expect(await read()).toEqual({ monthly_credits: null, ...current });
    expect(await readCustomer()).toMatchObject({ spending_limit: null });
    const details = async () => (await store.call('/api/credits', { as: token })).body;
    expect(await details()).toMatchObject({ spending_limit: null });

    const limited = { monthly_credits: 50, ...current };
    expect(await setLimit(50)).toMatchObject({ status: 200, body: limited });
    expect(await read()).toEqual(limited);
    expect(await readCustomer()).toMatchObject({ spending_limit: limited });
    expect(await details()).toMatchObject({ spending_limit: limited });
    const unlimited = { status: 200, body: { monthly_credits: null, ...current } };
    expect(await call('DELETE')).toMatchObject(unlimited);
    expect(await call('DELETE')).toMatchObject(unlimited);
  });

  it('needs a sign-in within ten minutes to raise or remove the limit', async () => {
    const old = await signIn(store, customer, { minutesAgo: 10 });
    for (const credits of [100, 100, 50]) expect(await setLimit(credits, old)).toMatchObject({ status: 200 });
    const needed = refusal(403, 'recent-sign-in-required');
    expect(await setLimit(51, old)).toMatchObject(needed);
    expect(await call('DELETE', undefined, old)).toMatchObject(needed);
    expect(await read()).toMatchObject({ monthly_credits: 50 });
    const recent = await signIn(store, customer, { minutesAgo: 9 });
    expect(await setLimit(51, recent)).toMatchObject({ status: 200 });
    expect(await call('DELETE', undefined, recent)).toMatchObject({ status: 200 });
  });

  it.each([[0], [-1], [1.5], [1_000_000_000_001], ['5'], [null], [undefined]])(
    'refuses a limit of %s',
    async (credits) => {
      expect(await setLimit(credits)).toMatchObject(refusal(400, 'invalid-request'));
      expect(await read()).toMatchObject({ monthly_credits: null });
    },
  );

  it('refuses a user without a customer record, and one whose session has ended', async () => {
    const unknown = await store.pool.accessToken(crypto.randomUUID());
    expect(await call('GET', undefined, unknown)).toMatchObject(refusal(404, 'customer-not-found'));
    store.pool.attributes.delete(customer);
    for (const ended of [await setLimit(5), await call('DELETE')])
      expect(ended).toMatchObject(refusal(401, 'not-signed-in'));
  });
});

describe('a spending limit', () => {
  const reached = (credits: number) => ({
    status: 402,
    body: { code: 'spending-limit-reached', limit: 100, used: credits, resets_at: newMonth },
  });

  it('refuses what would exceed it, even without enough credits, and takes nothing', async () => {
    await limitOf(100);
    await spend(60);
    const before = await readCustomer();
    expect(await put('spends', 41)).toMatchObject(reached(60));
    const { body } = await put('spends', 5_000);
    expect(body).toEqual({ detail: expect.stringContaining('100 credits a month'), ...reached(60).body });
    const id = crypto.randomUUID();
    const refused = await put('holds', 41, id);
    expect(refused).toMatchObject({ status: 402, body: { ...reached(60).body, hold_id: id } });
    expect(await readCustomer()).toEqual(before);
    await hold(40);
    expect(await put('spends', 1)).toMatchObject(reached(100));
    await limitOf(2_000);
    expect(await put('spends', 901)).toMatchObject(refusal(402, 'insufficient-credits'));
  });

  it('lets other refusals and repeated calls through', async () => {
    await limitOf(100);
    const id = await spend(100);
    expect(await put('spends', 100, id)).toMatchObject({ status: 200 });
    expect(await put('spends', 99, id)).toMatchObject(refusal(409, 'id-reused'));
    await createOperator(store.database).run('block', customer);
    expect(await put('spends', 1)).toMatchObject(refusal(402, 'customer-blocked'));
  });

  it('cuts a batch exactly, in its order', async () => {
    await limitOf(100);
    await spend(90);
    const other = customer;
    customer = await store.newCustomer();
    await grant(10);
    const spends = [4, 7, 3, 3, 1].map((credits) => ({
      id: crypto.randomUUID(),
      customer_id: other,
      credits,
    }));
    const unlimited = { id: crypto.randomUUID(), customer_id: customer, credits: 10 };
    const { body } = await merchant.post('/spends', { spends: [...spends, unlimited] });
    const refused = (before: number) => ({ status: 402, ...reached(before).body });
    const results = [
      { status: 201 },
      refused(94),
      { status: 201 },
      { status: 201 },
      refused(100),
      { status: 201 },
    ];
    expect(body).toMatchObject({ results });
    customer = other;
    expect(await used()).toBe(100);
  });

  it('below what is already used refuses every spend and hold, but no capture', async () => {
    const held = await hold(30);
    await limitOf(10);
    for (const of of ['spends', 'holds'] as const)
      expect(await put(of, 1)).toMatchObject({ status: 402, body: { limit: 10, used: 30 } });
    expect(await end(held, 'capture')).toMatchObject({ status: 200, body: { captured: 30 } });
    expect(await used()).toBe(30);
  });
});

describe('the month of a limit', () => {
  it('is that of the spend or hold, whenever its return, capture or release follows', async () => {
    await at(secondBefore(newMonth));
    await limitOf(100);
    const spent = await spend(10);
    const long = { expires_in: 500_000 };
    const [captured, partly, released] = [await hold(20, long), await hold(9, long), await hold(5, long)];
    await hold(7, { expires_in: 60 });
    expect(await used()).toBe(51);
    await end(await hold(4), 'release');
    await end(await hold(4), 'capture', { credits: 1 });
    await giveBack(spent, 2);
    expect(await used()).toBe(50);

    await at(newMonth);
    expect(await read()).toEqual({ monthly_credits: 100, used: 0, resets_at: later });
    await giveBack(spent, 3);
    const another = await spend(30);
    await end(captured, 'capture');
    await end(partly, 'capture', { credits: 2 });
    await end(released, 'release');
    await store.clock.advance(60_000);
    expect(await used()).toBe(30);
    await hold(60, { expires_in: 10 });
    expect(await put('spends', 11)).toMatchObject({ status: 402, body: { used: 90 } });
    await store.clock.advance(10_000);
    await spend(70);
    await giveBack(another, 30);
    expect(await used()).toBe(70);
    expect(await put('holds', 31)).toMatchObject({
      status: 402,
      body: { limit: 100, used: 70, resets_at: later },
    });

    // Without a limit, the store counts again.
    const removed = await call('DELETE', undefined, await signIn(store, customer));
    expect(removed).toMatchObject({ status: 200, body: { monthly_credits: null, used: 70 } });
    await store.database.query('insert into usage_queue values ($1)', [customer]);
    await sumUsage(store.database);
    expect(await used()).toBe(70);
  });

  it.each([
    ['2027-03-01T06:00:00.000Z', '2027-04-01T05:00:00.000Z'],
    ['2027-11-01T05:00:00.000Z', '2027-12-01T06:00:00.000Z'],
  ])('starts at midnight in Chicago: %s, although the offset changes', async (start, next) => {
    await at(secondBefore(start));
    await limitOf(10);
    await spend(10);
    for (const time of [start, next]) {
      await at(secondBefore(time));
      expect(await put('spends', 1)).toMatchObject({ status: 402, body: { used: 10, resets_at: time } });
      await at(time);
      expect(await used()).toBe(0);
      await spend(10);
    }
  });

  it('is that of the first call if an id is repeated, but a refused id counts when it succeeds', async () => {
    await limitOf(10);
    await at(secondBefore(newMonth));
    const [id, refused] = [await spend(10), crypto.randomUUID()];
    expect(await put('spends', 5, refused)).toMatchObject({ status: 402 });
    await at(newMonth);
    expect(await put('spends', 10, id)).toMatchObject({ status: 200 });
    expect(await used()).toBe(0);
    expect(await put('spends', 5, refused)).toMatchObject({ status: 201 });
    expect(await used()).toBe(5);
  });

  it('stays exact if the clock is set back over its start', async () => {
    await at(secondBefore(newMonth));
    await limitOf(10);
    await spend(3);
    await at(newMonth);
    await spend(4);
    await at(secondBefore(newMonth));
    expect(await put('spends', 8)).toMatchObject({ status: 402, body: { used: 3, resets_at: newMonth } });
    await spend(7);
    await at(newMonth);
    expect(await used()).toBe(4);
    expect(await put('holds', 7)).toMatchObject({ status: 402, body: { used: 4, resets_at: later } });
    await spend(6);
  });
});

describe('spending_limit.reached', () => {
  const reports = async () =>
    (await readEventsAbout(store.database, customer)).flatMap(({ type, data }) =>
      type === 'spending_limit.reached' ? [data] : [],
    );
  const report = (percent: number, monthly_credits: number, credits: number, resets_at = newMonth) => ({
    ...{ id: customer, percent, monthly_credits, used: credits, resets_at },
  });

  it('is sent at 80 and 100 percent, once a month for each', async () => {
    await limitOf(100);
    await spend(79);
    expect(await reports()).toEqual([]);
    const last = await spend(1);
    const expected = [report(80, 100, 80)];
    expect(await reports()).toEqual(expected);
    await hold(19, { expires_in: 60 });
    await spend(1);
    expected.push(report(100, 100, 100));
    expect(await reports()).toEqual(expected);
    await store.clock.advance(60_000);
    await giveBack(last, 1);
    await spend(20);
    await call('DELETE');
    await limitOf(110);
    await spend(10);
    expect(await reports()).toEqual(expected);

    await at(newMonth);
    const spends = [88, 22].map((credits) => ({ id: crypto.randomUUID(), customer_id: customer, credits }));
    await merchant.post('/spends', { spends });
    expected.push(report(80, 110, 88, later), report(100, 110, 110, later));
    expect(await reports()).toEqual(expected);
  });

  it('is sent only for 100 percent if one call reaches both', async () => {
    await limitOf(10);
    await spend(10);
    expect(await reports()).toEqual([report(100, 10, 10)]);
  });

  it('is sent once a month, even if the clock is set back over the start of a month', async () => {
    await at(secondBefore(newMonth));
    await limitOf(10);
    const spent = await spend(8);
    await at(newMonth);
    await spend(8);
    await at(secondBefore(newMonth));
    await giveBack(spent, 1);
    await spend(1);
    await spend(2);
    expect(await reports()).toEqual([report(80, 10, 8), report(80, 10, 8, later), report(100, 10, 10)]);
  });

  it('is sent if a lower limit makes the use reach it', async () => {
    await spend(50);
    await limitOf(60);
    await limitOf(50);
    expect(await reports()).toEqual([report(80, 60, 50), report(100, 50, 50)]);
  });
});

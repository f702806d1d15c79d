import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from '#server/store/events/merchant-events.ts';
import { saveCard, signIn } from '../support/card-payments.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { callCredits, spend } from '../support/spending.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';
import { diskFull, failing } from '../support/test-database.ts';
import { agree, type Customer, newCustomerWithCard, readTopUp } from './customers.ts';

const start = new Date('2026-11-20T12:00:00Z');
const interval = 1_800_000;
const day = 86_400_000;
const price = 1_000;
let customer: Customer;
const store = await storeOfFile({ TOP_UPS_PER_DAY: '3' });
beforeEach(async () => {
  await store.clock.set(start);
  await store.database.query('update decline_brake set on_until = null');
  // Delete the open requests that earlier tests left.
  await store.database.query("delete from top_up_requests where state = 'open'");
  customer = await newCustomerWithCard(store, interval);
  store.gateway.requests.length = 0;
});

const sales = () =>
  store.gateway.requests.map((form) => Object.fromEntries(form)).filter(({ type }) => type === 'sale');
const work = () => store.topUps.work();
const wait = async (ms: number) => {
  await store.clock.advance(ms);
  await work();
};
const balance = async () => (await store.call('/api/credits/balance', { as: customer.token })).body;
const eventsAfter = async () => {
  const events = await readEvents(store.database, { after: '0', limit: 10_000 });
  return events.filter(
    ({ data }) =>
      'balance' in data && [data.id, 'customer_id' in data && data.customer_id].includes(customer.id),
  );
};
const news = async () => {
  const { body } = await store.call('/api/credits', { as: customer.token });
  return v.parse(v.object({ top_up: v.unknown() }), body).top_up;
};
const types = async () =>
  (await eventsAfter()).map(({ type }) => type).filter((type) => type.startsWith('top_up.'));
const turnOn = async (changes = {}) => {
  const reply = await agree(store, customer, changes);
  expect(reply).toMatchObject({ status: 200, body: { state: 'on', paused_reason: null } });
};
/** Turns top-up on, and spends so much that it is due. */
const becomeDue = async () => {
  await turnOn();
  await spend(store, customer.id, 1_000);
};
const chargeWith = async (behavior: typeof store.gateway.behavior) => {
  await becomeDue();
  store.gateway.behavior = behavior;
  await work();
};

describe('a top-up', () => {
  it('charges the saved card, as the merchant, after a spend leaves less than the threshold', async () => {
    await turnOn();
    await work();
    expect(sales()).toEqual([]);
    await spend(store, customer.id, 700);
    await work();
    expect(sales()).toEqual([]);
    await spend(store, customer.id, 101);
    await work();
    expect(sales()).toEqual([
      expect.objectContaining({
        amount: '10.00',
        initiated_by: 'merchant',
        stored_credential_indicator: 'used',
        initial_transaction_id: expect.any(String),
        customer_vault_id: expect.any(String),
      }),
    ]);
    expect(await balance()).toEqual({ balance: 1_300 - 801 + 1_300 });
    expect(await readTopUp(store, customer)).toMatchObject({
      state: 'on',
      month_cents: price,
      open_charge: null,
      last_charge: { amount_cents: price, credits: 1_300, status: 'completed' },
    });
    const history = await store.call('/api/transactions/history', { as: customer.token });
    expect(history.body).toMatchObject({ transactions: [{ is_automatic: true }, { is_automatic: false }] });
    const date = store.clock.now.toISOString();
    const bought = { amount_cents: price, credits: 1_300, card: null };
    const charge = { transaction_id: expect.any(String), date, ...bought };
    const nothing = { paused_reason: null, declined: null, delayed: null, shortfall: null };
    expect(await news()).toEqual({ state: 'on', last_charge: charge, ...nothing });
    expect(await types()).toEqual(['top_up.completed']);
  });

  it('waits while the disk is too full to settle it', async () => {
    await becomeDue();
    const faults = new Map([['work_mem', diskFull]]);
    const full = await startAnother(store, {}, { database: failing(store.database, faults) });
    const working = full.topUps.work();
    await expect(full.writes.database.query('set work_mem')).rejects.toThrow();
    await working;
    await full.topUps.work();
    expect(sales()).toEqual([]);
    faults.clear();
    await expect.poll(full.writes.maySell, { timeout: 5_000 }).toBe(true);
    await full.topUps.work();
    expect(sales()).toHaveLength(1);
  });

  it('charges after a hold leaves too few credits', async () => {
    await turnOn();
    await callCredits(store, 'hold', customer.id, { credits: 801, expires_in: 600 });
    await work();
    expect(sales()).toHaveLength(1);
  });

  it('charges after an expiry leaves too few credits', async () => {
    const expiring = { reason: 'x', expires_at: store.clock.after(60_000), priority: 1_000 };
    await callCredits(store, 'grant', customer.id, { credits: 5_000, ...expiring });
    await callCredits(store, 'hold', customer.id, { credits: 1_300, expires_in: 6_000 });
    await turnOn();
    await store.clock.advance(60_000);
    await store.database.query('select refresh_credits($1)', [[customer.id]]);
    await work();
    expect(sales()).toHaveLength(1);
  });

  it('charges after a refused spend, and the retried spend succeeds', async () => {
    await turnOn({ threshold_credits: 1 });
    const spendId = crypto.randomUUID();
    const spendMuch = () => spend(store, customer.id, 2_000, spendId);
    expect(await spendMuch()).toMatchObject({ outcome: 'insufficient-credits' });
    await work();
    expect(await spendMuch()).toMatchObject({ outcome: 'created' });
    expect(sales()).toHaveLength(1);
  });

  it('tells the customer and the merchant if the package is too small for a refused spend', async () => {
    await turnOn();
    await spend(store, customer.id, 900);
    await spend(store, customer.id, 300);
    await spend(store, customer.id, 1_500);
    const shortfall = { date: expect.any(String), required_credits: 1_500, package_credits: 1_300 };
    expect(await news()).toMatchObject({ shortfall });
    await work();
    expect(sales()).toHaveLength(1);
    expect(await readTopUp(store, customer)).toMatchObject({ shortfall });
    expect((await eventsAfter()).at(-1)).toMatchObject({
      type: 'top_up.completed',
      data: { required_credits: 1_500, covers_required: false, available: 1_400 },
    });
    await spend(store, customer.id, 1_450);
    expect(await news()).toMatchObject({ shortfall: null });
    store.gateway.behavior = { refuseWith: 202 };
    await wait(interval);
    const data = { required_credits: 1_450, covers_required: true, available: 1_400 };
    expect((await eventsAfter()).at(-1)).toMatchObject({ type: 'top_up.failed', data });
  });

  it('is skipped if a purchase has already added enough credits', async () => {
    await becomeDue();
    await pay(store, customer.token, paymentRequest({ product_id: 'starter-500' }), crypto.randomUUID());
    await pay(store, customer.token, paymentRequest({ product_id: 'starter-500' }), crypto.randomUUID());
    store.gateway.requests.length = 0;
    await wait(interval);
    expect(sales()).toEqual([]);
  });

  it('waits for the gateway’s duplicate window after a purchase of the same amount', async () => {
    await turnOn();
    await pay(store, customer.token, paymentRequest(), crypto.randomUUID());
    await spend(store, customer.id, 2_400);
    await wait(1_199_999);
    expect(sales()).toHaveLength(1);
    await wait(1);
    expect(sales()).toHaveLength(2);
  });

  it('stays within the daily and monthly limits', async () => {
    await turnOn({ monthly_limit_cents: 4_999 });
    for (let charge = 0; charge < 3; charge += 1) {
      await spend(store, customer.id, 1_299);
      await wait(interval);
    }
    await spend(store, customer.id, 1_299);
    await wait(interval);
    expect(sales()).toHaveLength(3);
    expect(await readTopUp(store, customer)).toMatchObject({ delayed: { reason: 'daily-limit' } });
    await wait(day);
    expect(sales()).toHaveLength(4);
    await spend(store, customer.id, 1_299);
    await wait(2 * day);
    expect(sales()).toHaveLength(4);
    const delayed = { reason: 'monthly-limit', until: '2026-12-01T06:00:00.000Z' };
    expect(await readTopUp(store, customer)).toMatchObject({ delayed });
    await store.clock.set(new Date('2026-12-01T05:59:59.999Z'));
    await work();
    expect(sales()).toHaveLength(4);
    await wait(1);
    expect(sales()).toHaveLength(5);
    expect(await readTopUp(store, customer)).toMatchObject({ month_cents: price });
  });

  it('waits while the spending limit allows no more credits than the customer has', async () => {
    const setLimit = (credits: number) =>
      store.database.query('select save_spending_limit($1, $2, store_now())', [customer.id, credits]);
    await setLimit(1_000);
    await turnOn();
    const beyond = await spend(store, customer.id, 1_001);
    expect(beyond).toMatchObject({ outcome: 'spending-limit-reached' });
    expect(
      await store.database.query('select from top_up_requests where customer_id = $1', [customer.id]),
    ).toEqual([]);
    // 400 credits are available, and the limit allows 100.
    await spend(store, customer.id, 900);
    await work();
    const delayed = { reason: 'spending-limit', until: '2026-12-01T06:00:00.000Z' };
    expect(await news()).toMatchObject({ delayed });
    await setLimit(1_300);
    await work();
    expect(sales()).toEqual([]);
    await setLimit(1_301);
    await work();
    expect(sales()).toHaveLength(1);
  });

  it('waits for a reached spending limit even if the balance is below zero', async () => {
    await store.database.query('select save_spending_limit($1, 1000, store_now())', [customer.id]);
    await becomeDue();
    await store.database.query("select adjust_credits($1, 'x', 'records', -400, true)", [customer.id]);
    await work();
    expect(sales()).toEqual([]);
    expect(await news()).toMatchObject({ delayed: { reason: 'spending-limit' } });
  });

  it.each([
    ['a month begins', async () => store.clock.set(new Date('2026-12-01T06:00:00Z'))],
    [
      'an expiry leaves fewer credits than the limit allows',
      async () => {
        await store.clock.advance(60_000);
        await store.database.query('select refresh_credits($1)', [[customer.id]]);
      },
    ],
  ])('waits for the spending limit until %s', async (_, happens) => {
    const expiring = { reason: 'x', expires_at: store.clock.after(60_000), priority: 1_000 };
    await callCredits(store, 'grant', customer.id, { credits: 300, ...expiring });
    await store.database.query('select save_spending_limit($1, 1450, null)', [customer.id]);
    await turnOn();
    await spend(store, customer.id, 1_200);
    await work();
    expect(sales()).toEqual([]);
    await happens();
    await work();
    expect(sales()).toHaveLength(1);
  });

  it('waits while the circuit breaker is open', async () => {
    await becomeDue();
    await store.database.query(`update decline_brake set on_until = store_now() + interval '1 minute'`);
    await wait(59_999);
    expect(sales()).toEqual([]);
    expect(await news()).toMatchObject({ delayed: { reason: 'purchases-paused' } });
    await wait(1);
    expect(sales()).toHaveLength(1);
  });

  it('does not charge a blocked customer', async () => {
    await becomeDue();
    const block = 'update customers set blocked_at = store_now() where customer_id = $1';
    await store.database.query(block, [customer.id]);
    await work();
    expect(sales()).toEqual([]);
  });
});

describe('a declined top-up', () => {
  it.each([250, 251, 252, 253, 261, 262])('is never retried after the code %i', async (code) => {
    await chargeWith({ refuseWith: code });
    const paused = { state: 'paused', paused_reason: 'card-declined' };
    expect(await readTopUp(store, customer)).toMatchObject(paused);
    expect(await types()).toEqual(['top_up.failed', 'top_up.paused']);
    await spend(store, customer.id, 1);
    await wait(interval);
    expect(sales()).toHaveLength(1);
    // Even after a new sign-in, the customer can't choose the declined card again.
    customer = { ...customer, token: await signIn(store, customer.id) };
    expect(await agree(store, customer)).toMatchObject(refusal(402, 'declined'));
  });

  it('is retried after the interval, and pauses top-up after three declines in a row', async () => {
    await chargeWith({ refuseWith: 202 });
    const [date, next_try] = [0, interval].map((ms) => store.clock.after(ms).toISOString());
    const declined = { date, next_try, amount_cents: price, reason: expect.stringContaining('funds') };
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'on', declined, delayed: null });
    await wait(interval);
    await wait(interval);
    expect(sales()).toHaveLength(3);
    expect(await readTopUp(store, customer)).toMatchObject({
      state: 'paused',
      paused_reason: 'declined-repeatedly',
      declined: { date: store.clock.now.toISOString(), next_try: null },
    });
    store.gateway.behavior = 'charge';
    customer = { ...customer, token: await signIn(store, customer.id) };
    await turnOn();
    await spend(store, customer.id, 1);
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'on', declined: null });
    store.gateway.behavior = { refuseWith: 202 };
    await work();
    expect(await news()).toMatchObject({ declined: { amount_cents: price } });
    store.gateway.behavior = 'charge';
    await wait(interval);
    expect(sales()).toHaveLength(5);
    expect(await news()).toMatchObject({ state: 'on', declined: null });
  });

  it('is retried three days after the code 264', async () => {
    await chargeWith({ refuseWith: 264 });
    await wait(3 * day - 1);
    expect(sales()).toHaveLength(1);
    await wait(1);
    expect(sales()).toHaveLength(2);
  });

  it('pauses top-up if the gateway no longer has the card', async () => {
    await chargeWith({ refuseWith: 300, text: 'Invalid Customer Vault Id specified REFID:1' });
    expect(await news()).toMatchObject({ state: 'paused', paused_reason: 'card-removed' });
  });

  it('does not count as a decline if the gateway reports a duplicate', async () => {
    await becomeDue();
    store.gateway.behavior = { refuseWith: 300, text: 'Duplicate transaction REFID:1' };
    for (let refusal = 0; refusal < 4; refusal += 1) {
      await wait(interval);
      await store.recovery.sweep('due');
    }
    expect(sales().length).toBeGreaterThanOrEqual(2);
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'on' });
    expect(await types()).toEqual([]);
  });
});

it('top-ups that throw an error do not delay other customers', async () => {
  await becomeDue();
  const others = await Promise.all(Array.from({ length: 20 }, () => newCustomerWithCard(store)));
  for (const other of others) await agree(store, other).then(() => spend(store, other.id, 1_000));
  const broken = others.map(({ id }) => id);
  const makeOldest = "update top_up_requests set try_at = 'epoch' where customer_id = any ($1)";
  await store.database.query(makeOldest, [broken]);
  store.gateway.requests.length = 0;
  await store.database.query('alter table top_ups rename column monthly_limit_cents to hidden');
  await work();
  await store.database.query('alter table top_ups rename column hidden to monthly_limit_cents');
  expect(sales()).toEqual([]);
  await work();
  expect(sales()).toHaveLength(1);
});

describe('turning top-up off', () => {
  const turnOff = () => store.call('/api/top-up', { method: 'DELETE', as: customer.token });

  it('reports a charge whose response was lost', async () => {
    await chargeWith('charge, then cut the connection');
    expect(await turnOff()).toMatchObject({ body: { state: 'off', open_charge: { amount_cents: price } } });
  });

  it('is automatic when the customer removes the top-up card, but not another card', async () => {
    await turnOn();
    const other = await saveCard(store, customer.token);
    await store.call(`/api/cards/${other.id}`, { method: 'DELETE', as: customer.token });
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'on' });
    await store.call(`/api/cards/${customer.cardId}`, { method: 'DELETE', as: customer.token });
    expect(await readTopUp(store, customer)).toMatchObject({ state: 'off' });
  });
});

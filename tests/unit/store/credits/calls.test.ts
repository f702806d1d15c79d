import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCredits } from '#server/store/credits/create-credits.ts';
import type { Credits } from '#server/store/credits/credits.ts';
import { stopStoreClock } from '../../../store-clock.ts';
import { createOperator } from '../support/operator.ts';
import { addCustomer } from '../support/spending.ts';
import { expectBooksToBalance } from '../support/store-under-test.ts';
import { databaseOfFile } from '../support/test-database.ts';

let credits: Credits;
let customerId: string;
const database = await databaseOfFile();
const clock = await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
beforeEach(async () => {
  credits = createCredits(database)('coffer_key_0a1b2c3d');
  customerId = await newCustomer(100);
});
afterEach(() => expectBooksToBalance(database));

const newCustomer = (balance: number) => addCustomer(database, balance);
const newId = () => crypto.randomUUID();
const about = (amount: number) => ({ id: newId(), customerId, credits: amount });
const spendOf = (amount: number) => ({ ...about(amount), reference: null, description: null });
const holdOf = (amount: number, expiresInSeconds = 600) => ({
  ...about(amount),
  expiresInSeconds,
  reference: null,
});
const grantOf = (amount: number, expiresInDays: number | null = null, priority = 100) => ({
  ...about(amount),
  reason: 'a gift',
  expiresAt: expiresInDays === null ? null : clock.after(expiresInDays * dayMs),
  priority,
});
const dayMs = 86_400_000;
const sums = async () => {
  const read = await credits.readCustomer(customerId);
  return [read?.balance, read?.held, read?.available];
};
const remaining = async () => (await credits.listGrants(customerId))?.map((grant) => grant.remaining);
describe('a spend', () => {
  it('removes credits and can be read by its id', async () => {
    const order = { ...spendOf(30), reference: 'job 1', description: 'A picture' };
    const spend = {
      id: order.id,
      customer_id: customerId,
      credits: 30,
      returned: 0,
      reference: 'job 1',
      created_at: clock.now.toISOString(),
      balance: 70,
      held: 0,
      available: 70,
    };
    expect(await credits.spend(order)).toEqual({ outcome: 'created', spend });
    expect(await credits.readSpend(order.id)).toEqual(spend);
    expect(await sums()).toEqual([70, 0, 70]);
    expect(await credits.readSpend(newId())).toBeNull();
  });

  it('is refused above the available credits and succeeds once there are enough', async () => {
    const order = spendOf(101);
    const refused = { outcome: 'insufficient-credits', required: 101, available: 100 };
    expect(await credits.spend(order)).toEqual(refused);
    await credits.grant(grantOf(1));
    expect(await credits.spend(order)).toMatchObject({ outcome: 'created', spend: { balance: 0 } });
  });

  it('returns its first result again, and rejects other content under its id', async () => {
    const order = { ...spendOf(10), reference: 'a' };
    const first = await credits.spend(order);
    await credits.spend(spendOf(20));
    await credits.returnCredits({ spendId: order.id, returnId: newId(), credits: 1 });
    const again = await credits.spend({ ...order, id: order.id.toUpperCase() });
    expect(again).toEqual({ ...first, outcome: 'repeated' });
    expect(await credits.readSpend(order.id)).toMatchObject({ returned: 1, balance: 71 });
    for (const change of [{ credits: 11 }, { reference: null }, { description: 'x' }])
      expect(await credits.spend({ ...order, ...change })).toEqual({ outcome: 'id-reused' });
    expect(await sums()).toEqual([71, 0, 71]);
  });

  it('is refused if another customer used its id, and so are holds, grants and returns', async () => {
    const [spend, hold, grant] = [spendOf(5), holdOf(1), grantOf(1)];
    const back = { returnId: newId(), credits: 5 };
    await credits.spend(spend);
    await credits.hold(hold);
    await credits.grant(grant);
    await credits.returnCredits({ ...back, spendId: spend.id });
    const reused = { outcome: 'id-reused' };
    for (const other of [await newCustomer(50), await newCustomer(0), newId()]) {
      expect(await credits.spend({ ...spend, customerId: other })).toMatchObject(reused);
      expect(await credits.hold({ ...hold, customerId: other })).toMatchObject(reused);
      expect(await credits.grant({ ...grant, customerId: other })).toMatchObject(reused);
    }
    customerId = await newCustomer(5);
    const ofOther = spendOf(5);
    await credits.spend(ofOther);
    expect(await credits.returnCredits({ ...back, spendId: ofOther.id })).toEqual(reused);
  });

  it('needs an existing customer who is not blocked', async () => {
    const unknown = { ...spendOf(1), customerId: 'unknown' };
    expect(await credits.spend(unknown)).toEqual({ outcome: 'customer-not-found' });
    const order = spendOf(1);
    await credits.spend(order);
    await createOperator(database).run('block', customerId);
    expect(await credits.spend(spendOf(1))).toEqual({ outcome: 'customer-blocked' });
    expect(await credits.hold(holdOf(1))).toEqual({ outcome: 'customer-blocked' });
    expect(await credits.spend(order)).toMatchObject({ outcome: 'repeated' });
  });

  it('uses credits in order of priority, then expiry, then age', async () => {
    await clock.advance(1_000);
    await credits.grant(grantOf(1, null, 200));
    await credits.grant(grantOf(2, 9));
    await credits.grant(grantOf(3, 5));
    await credits.grant(grantOf(4));
    await credits.grant(grantOf(5, null, 0));
    const order = (await credits.listGrants(customerId))?.map((grant) => grant.credits);
    expect(order).toEqual([5, 3, 2, 100, 4, 1]);
    await credits.spend(spendOf(9));
    expect(await remaining()).toEqual([1, 100, 4, 1]);
  });
});

describe('a return', () => {
  it('restores credits to the grants that they came from, the last one first', async () => {
    await credits.grant(grantOf(10, 5));
    const order = spendOf(15);
    await credits.spend(order);
    expect(await remaining()).toEqual([95]);
    const give = (amount: number, returnId = newId()) =>
      credits.returnCredits({ spendId: order.id, returnId, credits: amount });
    const id = newId();
    const first = await give(3, id);
    expect(first).toMatchObject({ outcome: 'created', spend: { returned: 3, balance: 98 } });
    expect(await remaining()).toEqual([98]);
    expect(await give(6)).toMatchObject({ outcome: 'created', spend: { returned: 9 } });
    expect(await remaining()).toEqual([4, 100]);
    expect(await give(7)).toEqual({ outcome: 'exceeds-spend', returnable: 6 });
    expect(await give(3, id)).toEqual({ ...first, outcome: 'repeated' });
    expect(await give(2, id)).toEqual({ outcome: 'id-reused' });
    expect(await give(6)).toMatchObject({ outcome: 'created', spend: { returned: 15 } });
    expect(await remaining()).toEqual([10, 100]);
    expect(await credits.returnCredits({ spendId: newId(), returnId: newId(), credits: 1 })).toEqual({
      outcome: 'spend-not-found',
    });
  });

  it('lets its credits expire immediately if their grant has already expired', async () => {
    await credits.grant(grantOf(10, 5));
    const order = spendOf(10);
    await credits.spend(order);
    await clock.advance(6 * dayMs);
    expect(await credits.returnCredits({ spendId: order.id, returnId: newId(), credits: 4 })).toMatchObject({
      outcome: 'created',
      spend: { returned: 4, balance: 100 },
    });
    expect(await remaining()).toEqual([100]);
  });
});

describe('a hold', () => {
  it('reserves credits without changing the balance', async () => {
    const order = holdOf(60);
    const hold = {
      id: order.id,
      customer_id: customerId,
      credits: 60,
      state: 'open',
      captured: 0,
      expires_at: clock.after(600_000).toISOString(),
      balance: 100,
      held: 60,
      available: 40,
    };
    expect(await credits.hold(order)).toEqual({ outcome: 'created', hold });
    expect(await credits.readHold(order.id)).toEqual(hold);
    const insufficient = { outcome: 'insufficient-credits', available: 40 };
    expect(await credits.spend(spendOf(41))).toMatchObject(insufficient);
    expect(await credits.hold(holdOf(41))).toMatchObject(insufficient);
    expect(await credits.hold(order)).toEqual({ outcome: 'repeated', hold });
    expect(await credits.hold({ ...order, expiresInSeconds: 601 })).toEqual({ outcome: 'id-reused' });
    expect(await sums()).toEqual([100, 60, 40]);
  });

  it('can be captured in part, which frees the rest', async () => {
    const { id } = holdOf(60);
    await credits.hold({ ...holdOf(60), id });
    expect(await credits.captureHold({ id, credits: 61 })).toEqual({ outcome: 'exceeds-hold', held: 60 });
    const captured = await credits.captureHold({ id, credits: 20 });
    const hold = { state: 'captured', captured: 20, balance: 80, held: 0, available: 80 };
    expect(captured).toMatchObject({ outcome: 'captured', hold });
    await credits.spend(spendOf(1));
    expect(await credits.captureHold({ id, credits: 20 })).toEqual({ ...captured, outcome: 'repeated' });
    const refused = { outcome: 'hold-captured', captured: 20 };
    for (const other of [21, null])
      expect(await credits.captureHold({ id, credits: other })).toEqual(refused);
    expect(await credits.releaseHold({ id })).toEqual(refused);
    expect(await credits.extendHold({ id, expiresInSeconds: 60 })).toEqual(refused);
    expect(await sums()).toEqual([79, 0, 79]);
  });

  it('frees its credits when it is released and cannot change after that', async () => {
    const hold = holdOf(60);
    await credits.hold(hold);
    const released = await credits.releaseHold({ id: hold.id });
    const free = { state: 'released', held: 0, available: 100 };
    expect(released).toMatchObject({ outcome: 'released', hold: free });
    await credits.spend(spendOf(1));
    expect(await credits.releaseHold({ id: hold.id })).toEqual({ ...released, outcome: 'repeated' });
    for (const [id, outcome] of [
      [hold.id, 'hold-released'],
      [newId(), 'hold-not-found'],
    ] as const) {
      expect(await credits.captureHold({ id, credits: null })).toEqual({ outcome });
      expect(await credits.extendHold({ id, expiresInSeconds: 60 })).toEqual({ outcome });
    }
    expect(await credits.releaseHold({ id: newId() })).toEqual({ outcome: 'hold-not-found' });
  });

  it('expires on time for reads, spends and captures, without a job', async () => {
    const [first, second, third] = [holdOf(50, 60), holdOf(30, 120), holdOf(20, 120)];
    for (const hold of [first, second, third]) await credits.hold(hold);
    await clock.advance(59_999);
    expect(await credits.spend(spendOf(1))).toMatchObject({ outcome: 'insufficient-credits' });
    await clock.advance(1);
    expect(await credits.readHold(first.id)).toMatchObject({ state: 'expired', held: 50, available: 50 });
    expect(await credits.captureHold({ id: first.id, credits: null })).toEqual({ outcome: 'hold-expired' });
    await clock.advance(60_000);
    expect(await credits.captureHold({ id: second.id, credits: null })).toEqual({ outcome: 'hold-expired' });
    expect(await credits.spend(spendOf(100))).toMatchObject({ outcome: 'created', spend: { held: 0 } });
    const released = { outcome: 'released', hold: { state: 'released' } };
    expect(await credits.releaseHold({ id: third.id })).toMatchObject(released);
  });

  it('is released, the newest hold first, if an adjustment needs its credits', async () => {
    const [first, second] = [holdOf(50), holdOf(40)];
    await credits.hold(first);
    await clock.advance(1);
    await credits.hold(second);
    await createOperator(database).run('adjust', customerId, '-20', '--reason', 'x', '--yes');
    expect(await credits.readHold(second.id)).toMatchObject({ state: 'released', balance: 80, held: 50 });
    expect(await credits.releaseHold({ id: second.id })).toMatchObject({
      outcome: 'repeated',
      hold: { state: 'released', balance: 80, held: 50, available: 30 },
    });
    expect(await credits.readHold(first.id)).toMatchObject({ state: 'open' });
    expect(await credits.captureHold({ id: first.id, credits: null })).toMatchObject({ outcome: 'captured' });
  });
});

describe('a grant', () => {
  it('adds credits, and its expiry is booked as a movement', async () => {
    const order = grantOf(10, 5);
    const { customerId: customer_id, expiresAt, ...asked } = order;
    const times = { expires_at: expiresAt?.toISOString(), created_at: clock.now.toISOString() };
    const grant = { ...asked, customer_id, ...times, kind: 'promotion', remaining: 10, held: 0 };
    expect(await credits.grant(order)).toEqual({ outcome: 'created', grant });
    await credits.spend(spendOf(4));
    expect(await credits.grant(order)).toEqual({ outcome: 'repeated', grant });
    expect(await credits.grant({ ...order, credits: 11 })).toEqual({ outcome: 'id-reused' });
    await clock.advance(5 * dayMs);
    expect(await credits.grant(order)).toEqual({ outcome: 'repeated', grant });
    expect(await sums()).toEqual([100, 0, 100]);
    expect(await remaining()).toEqual([100]);
    expect(await credits.grant({ ...order, id: newId() })).toEqual({ outcome: 'expires-in-past' });
    const last =
      'select kind, cause, balance_after from movements where customer_id = $1 order by movement desc limit 1';
    const expiry = { kind: 'expiry', cause: 'clock', balance_after: 100 };
    expect(await database.query(last, [customerId])).toEqual([expiry]);
  });

  it('keeps held credits until their hold ends, even after the grant expires', async () => {
    await credits.grant(grantOf(10, 1));
    const hold = holdOf(6, 2 * 86_400);
    await credits.hold(hold);
    await clock.advance(dayMs);
    expect(await sums()).toEqual([106, 6, 100]);
    expect(await remaining()).toEqual([100]);
    const captured = { hold: { balance: 100, held: 0 } };
    expect(await credits.captureHold({ id: hold.id, credits: 5 })).toMatchObject(captured);
    expect(await sums()).toEqual([100, 0, 100]);
  });

  it('can be voided, but keeps held credits until their hold ends', async () => {
    const order = grantOf(10, null, 1);
    await credits.grant(order);
    const hold = holdOf(4);
    await credits.hold(hold);
    const voided = await credits.voidGrant({ id: order.id });
    expect(voided).toMatchObject({ outcome: 'voided', grant: { remaining: 4, held: 4 } });
    expect(await credits.voidGrant({ id: order.id })).toEqual({ ...voided, outcome: 'repeated' });
    expect(await sums()).toEqual([104, 4, 100]);
    expect(await remaining()).toEqual([100]);
    await credits.releaseHold({ id: hold.id });
    expect(await sums()).toEqual([100, 0, 100]);
    expect(await credits.voidGrant({ id: newId() })).toEqual({ outcome: 'grant-not-found' });
  });

  it('is refused above the maximum balance', async () => {
    expect(await credits.grant(grantOf(1e12 - 99))).toEqual({ outcome: 'balance-full' });
    expect(await credits.grant(grantOf(1e12 - 100))).toMatchObject({ outcome: 'created' });
  });
});

it('customers are found by id or by email in any letter case', async () => {
  const email = `${customerId}@example.com`;
  const customer = { id: customerId, email, balance: 100, held: 0, available: 100, spending_limit: null };
  expect(await credits.readCustomer(customerId)).toEqual(customer);
  expect(await credits.findCustomersByEmail(customer.email.toUpperCase())).toEqual([customer]);
  expect(await credits.readCustomer('unknown')).toBeNull();
  expect(await credits.findCustomersByEmail('unknown@example.com')).toEqual([]);
  expect(await credits.listGrants('unknown')).toBeNull();
  const other = await newCustomer(0);
  expect(await credits.listGrants(other)).toEqual([]);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsAbout, createMerchant } from '../support/merchant.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';

let customer: string;
const store = await storeOfFile();
const merchant = await createMerchant(store);
beforeEach(async () => {
  customer = await store.newCustomer();
});
afterEach(() => expectBooksToBalance(store.database));

const read = async () => (await store.call('/api/credits', { as: customer })).body;
const inHours = (hours: number) => store.clock.after(hours * 3_600_000).toISOString();
const { grant, hold } = callsAbout(() => ({ merchant, customer }));

describe('GET /api/credits', () => {
  it('returns no details without holds or expiring credits', async () => {
    expect(await read()).toEqual({ held: 0, expiring: null, spending_limit: null, top_up: null });
    await grant(500);
    expect(await read()).toEqual({ held: 0, expiring: null, spending_limit: null, top_up: null });
  });

  it('returns held credits, which still count as expiring', async () => {
    await grant(500, { expires_at: inHours(48) });
    await hold(100);
    await hold(20);
    expect(await read()).toMatchObject({ held: 120, expiring: { credits: 500, expires_at: inHours(48) } });
    await store.clock.advance(600_000);
    expect(await read()).toMatchObject({ held: 0, expiring: { credits: 500 } });
  });

  it('returns only the next expiry', async () => {
    const [sooner, later] = [inHours(48), inHours(96)];
    await grant(7, { expires_at: later });
    const taken = await grant(500, { expires_at: sooner });
    expect(await read()).toMatchObject({ expiring: { credits: 500, expires_at: sooner } });
    await merchant.delete(`/grants/${taken}`);
    expect(await read()).toMatchObject({ expiring: { credits: 7, expires_at: later } });
    await store.clock.advance(96 * 3_600_000);
    expect(await read()).toEqual({ held: 0, expiring: null, spending_limit: null, top_up: null });
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 0 });
  });

  it('adds up credits that expire on the same day in Chicago', async () => {
    await grant(1, { expires_at: '2027-01-01T05:59:59.000Z' });
    await grant(20, { expires_at: '2026-12-31T06:00:00.000Z' });
    await grant(300, { expires_at: '2027-01-01T06:00:00.000Z' });
    expect(await read()).toMatchObject({ expiring: { credits: 21, expires_at: '2026-12-31T06:00:00.000Z' } });
  });
});

describe('GET /api/holds', () => {
  const holds = async () => (await store.call('/api/holds', { as: customer })).body;

  it('lists open holds, the first to expire first, and never an expired one', async () => {
    expect(await holds()).toEqual({ holds: [] });
    await grant(500);
    const created_at = store.clock.now.toISOString();
    const later = await hold(100, { expires_in: 7_200, reference: 'render 7' });
    const sooner = await hold(20, { expires_in: 60 });
    const released = await hold(3);
    await merchant.post(`/holds/${released}/release`);
    const shown = { description: null, created_at };
    const last = { id: later, credits: 100, reference: 'render 7', expires_at: inHours(2), ...shown };
    const first = { id: sooner, credits: 20, reference: null, expires_at: inHours(1 / 60), ...shown };
    expect(await holds()).toEqual({ holds: [first, last] });
    await store.clock.advance(60_000);
    expect(await holds()).toEqual({ holds: [last] });
  });

  it('returns only the signed-in customer’s holds, as GET /api/grants returns only their grants', async () => {
    await grant(500, { expires_at: inHours(48) });
    await grant(7);
    const { body } = await merchant.get(`/customers/${customer}/grants`);
    expect((await store.call('/api/grants', { as: customer })).body).toEqual(body);
    const other = await store.newCustomer();
    expect((await store.call('/api/grants', { as: other })).body).toEqual({ grants: [] });
    for (const path of ['/api/holds', '/api/grants'])
      expect((await store.call(path, { as: crypto.randomUUID() })).status).toBe(404);
  });
});

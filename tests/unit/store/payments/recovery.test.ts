import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOpenCases } from '#server/store/payments/open-cases.ts';
import { pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { type StoreUnderTest, storeOfFile } from '../support/store-under-test.ts';

const minute = 60_000;
const start = new Date('2026-11-20T12:00:00Z');
let customer: string;
const store = await storeOfFile();
beforeEach(async () => {
  await store.clock.set(start);
  customer = await store.newCustomer();
});
afterEach(async () => {
  // Forget attempts that this test left open, so that the next test doesn't recover them.
  await store.database.query('update purchase_attempts set check_at = null');
  await store.database.query('delete from open_cases');
});

const payWithLostAnswer = async (behavior: StoreUnderTest['gateway']['behavior']) => {
  const attempt = { key: crypto.randomUUID(), request: paymentRequest() };
  store.gateway.behavior = behavior;
  const { status } = await pay(store, customer, attempt.request, attempt.key);
  expect(status).toBeGreaterThanOrEqual(500);
  store.gateway.behavior = 'charge';
  return attempt;
};
const again = ({ key, request }: Awaited<ReturnType<typeof payWithLostAnswer>>) =>
  pay(store, customer, request, key);
const entry = async () => (await readLedger(store, customer))[0];

describe('recovery', () => {
  it('credits a charge with a lost response once', async () => {
    const attempt = await payWithLostAnswer('charge, then cut the connection');
    await store.clock.advance(1000);
    expect(await Promise.all([store.recovery.sweep('due'), store.recovery.sweep('all')])).toContain(1);
    expect(await store.recovery.sweep('all')).toBe(0);

    expect(await again(attempt)).toMatchObject({ status: 200, body: { credits_added: 1300 } });
    const ionic_transaction_id = store.gateway.transactionIdOf(attempt.key);
    expect(await entry()).toMatchObject({ status: 'completed', ionic_transaction_id });
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 1300 });
    expect(store.gateway.charges).toHaveLength(1);
  });

  it('opens a case, instead of failing an attempt, if the gateway’s records show nothing for three days', async () => {
    const attempt = await payWithLostAnswer('cut the connection');
    await store.clock.advance(72 * 60 * minute - minute);
    await store.recovery.sweep('due');
    expect(await listOpenCases(store.database)).toEqual([]);
    await store.clock.advance(minute);
    await store.recovery.sweep('all');
    await store.recovery.sweep('all');

    expect(await again(attempt)).toMatchObject(refusal(409, 'attempt-in-progress'));
    expect(await entry()).toMatchObject({ status: 'pending' });
    expect(await listOpenCases(store.database)).toMatchObject([
      { kind: 'outcome-unknown', reference: attempt.key, customerId: customer, attemptId: attempt.key },
    ]);
    const opened = store.logged.filter(({ event }) => event === 'case-opened');
    expect(opened).toMatchObject([{ kind: 'outcome-unknown', reference: attempt.key }]);
  });

  it('checks hourly, then daily after three days, and closes the case once the outcome is known', async () => {
    const attempt = await payWithLostAnswer('charge, then cut the connection');
    store.gateway.records = 'lagging';
    const sweepAfter = async (minutes: number) => {
      store.gateway.lookups = 0;
      await store.clock.advance(minutes * minute);
      await store.recovery.sweep('due');
      return store.gateway.lookups;
    };
    await sweepAfter(60 * 60);
    expect([await sweepAfter(59), await sweepAfter(1)]).toEqual([0, 1]);
    await sweepAfter(13 * 60);
    expect(await sweepAfter(23 * 60)).toBe(0);
    store.gateway.records = 'true';
    expect(await sweepAfter(60)).toBe(1);
    expect((await again(attempt)).status).toBe(200);
    expect(await listOpenCases(store.database)).toEqual([]);
  });

  it('opens a case after three days even if the gateway’s records cannot be read', async () => {
    const attempt = await payWithLostAnswer('cut the connection');
    store.gateway.records = 'failing';
    await store.clock.advance(72 * 60 * minute);
    await store.recovery.sweep('due');
    const cases = [{ kind: 'outcome-unknown', reference: attempt.key }];
    expect(await listOpenCases(store.database)).toMatchObject(cases);
  });

  it.each(['lagging', 'failing', 'of another amount', 'undecided'] as const)(
    'keeps checking while the gateway’s records are %s',
    async (records) => {
      const attempt = await payWithLostAnswer('charge, then cut the connection');
      store.gateway.records = records;
      await store.clock.advance(60 * minute);
      await store.recovery.sweep('due');
      expect((await again(attempt)).status).toBe(409);

      store.gateway.records = 'true';
      await store.clock.advance(15 * minute);
      await store.recovery.sweep('due');
      expect((await again(attempt)).status).toBe(200);
    },
  );

  it('checks an attempt less and less often', async () => {
    await payWithLostAnswer('charge, then cut the connection');
    store.gateway.records = 'lagging';
    for (let second = 0; second < 120; second += 1) {
      await store.clock.advance(1000);
      await store.recovery.sweep('due');
    }
    expect(store.gateway.lookups).toBeGreaterThan(8);
    expect(store.gateway.lookups).toBeLessThan(25);
  });

  it('leaves an attempt to the request that is sending it, except at startup', async () => {
    const held = store.gateway.hold();
    const sending = pay(store, customer, paymentRequest());
    await held.arrived;
    await store.clock.advance(1000);
    await store.recovery.sweep('due');
    const askedWhileSending = store.gateway.lookups;
    await store.recovery.sweep('all');
    held.release();
    const reply = await sending;

    expect(askedWhileSending).toBe(0);
    expect(reply.status).toBe(200);
    expect(store.gateway.lookups).toBe(1);
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 1300 });
  });

  it('checks an attempt immediately, but only once, if its sender is gone', async () => {
    const held = store.gateway.hold();
    const sending = pay(store, customer, paymentRequest());
    await held.arrived;
    await store.database.query("update purchase_attempts set sender = sender # 1 where state = 'sending'");
    await store.recovery.sweep('due');
    await store.recovery.sweep('due');
    const askedForTheDead = store.gateway.lookups;
    held.release();

    expect((await sending).status).toBe(200);
    expect(askedForTheDead).toBe(1);
  });
});

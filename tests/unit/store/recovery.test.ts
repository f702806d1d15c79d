import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { historySchema } from '#contract/transactions.ts';
import { pay, paymentRequest } from './support/payment-requests.ts';
import {
  expectBooksToBalance,
  type StoreUnderTest,
  startStoreUnderTest,
} from './support/store-under-test.ts';

const minute = 60_000;
const start = new Date('2026-11-20T12:00:00Z');
let store: StoreUnderTest;
let customer: string;
beforeAll(async () => {
  store = await startStoreUnderTest();
}, 60_000);
afterAll(() => store.close());
beforeEach(async () => {
  store.now = start;
  store.gateway.records = 'true';
  store.gateway.lookups = 0;
  store.gateway.charges.length = 0;
  store.logged.length = 0;
  customer = await store.newCustomer();
});
afterEach(async () => {
  await expectBooksToBalance(store.database);
  // What a test left open would be looked up in the next one.
  store.now = new Date(start.getTime() + 60 * minute);
  store.gateway.records = 'true';
  await store.recovery.sweep('all');
});

const passes = (ms: number) => {
  store.now = new Date(store.now.getTime() + ms);
};

/** Sends a purchase whose answer is lost. */
const payWithLostAnswer = async (behaviour: StoreUnderTest['gateway']['behaviour']) => {
  const attempt = { key: crypto.randomUUID(), request: paymentRequest() };
  store.gateway.behaviour = behaviour;
  const { status } = await pay(store, customer, attempt.request, attempt.key);
  expect(status).toBeGreaterThanOrEqual(500);
  store.gateway.behaviour = 'charge';
  return attempt;
};
const again = ({ key, request }: Awaited<ReturnType<typeof payWithLostAnswer>>) =>
  pay(store, customer, request, key);
const entry = async () => {
  const reply = await store.call('/api/transactions/history', { as: customer });
  return v.parse(historySchema, reply.body).transactions[0];
};

describe('recovery', () => {
  it('credits a charge whose answer was lost, once', async () => {
    const attempt = await payWithLostAnswer('charge, then cut the connection');
    passes(1000);
    expect(await Promise.all([store.recovery.sweep('due'), store.recovery.sweep('all')])).toContain(1);
    expect(await store.recovery.sweep('all')).toBe(0);

    expect(await again(attempt)).toMatchObject({ status: 200, body: { credits_added: 1300 } });
    expect(await entry()).toMatchObject({ status: 'completed', ionic_transaction_id: '7001' });
    expect((await store.call('/api/credits/balance', { as: customer })).body).toEqual({ balance: 1300 });
    expect(store.gateway.charges).toHaveLength(1);
  });

  it('tells the reason of a decline whose answer was lost', async () => {
    const attempt = { key: crypto.randomUUID(), request: paymentRequest() };
    store.gateway.behaviour = { refuseWith: 421 };
    await pay(store, customer, attempt.request, attempt.key);
    await store.recovery.sweep('all');
    expect(await again(attempt)).toMatchObject({ status: 402, body: { detail: expect.any(String) } });
    expect(await entry()).toMatchObject({ status: 'failed', ionic_transaction_id: '9001' });
  });

  it('does not take empty records for a failure before the deadline', async () => {
    const attempt = await payWithLostAnswer('charge, then cut the connection');
    store.gateway.records = 'lagging';
    passes(14 * minute);
    await store.recovery.sweep('due');
    expect((await entry())?.status).toBe('pending');
    expect((await again(attempt)).status).toBe(409);

    store.gateway.records = 'true';
    passes(minute / 2);
    await store.recovery.sweep('all');
    expect((await again(attempt)).status).toBe(200);
  });

  it('counts a sale as not charged when the records show nothing for long', async () => {
    const attempt = await payWithLostAnswer('cut the connection');
    passes(15 * minute);
    await store.recovery.sweep('due');
    const reply = await again(attempt);
    expect(reply).toMatchObject({
      status: 402,
      body: { code: 'not-charged', detail: expect.stringContaining('was not charged') },
    });
    expect(await entry()).toMatchObject({ status: 'failed', ionic_transaction_id: null });
  });

  it.each(['failing', 'of another amount', 'undecided'] as const)(
    'keeps asking, also after the deadline, while the records are %s',
    async (records) => {
      const attempt = await payWithLostAnswer('charge, then cut the connection');
      store.gateway.records = records;
      passes(60 * minute);
      await store.recovery.sweep('due');
      expect((await again(attempt)).status).toBe(409);

      store.gateway.records = 'true';
      passes(minute);
      await store.recovery.sweep('due');
      expect((await again(attempt)).status).toBe(200);
    },
  );

  it('asks less and less often', async () => {
    await payWithLostAnswer('charge, then cut the connection');
    store.gateway.records = 'lagging';
    for (let second = 0; second < 120; second += 1) {
      passes(1000);
      await store.recovery.sweep('due');
    }
    expect(store.gateway.lookups).toBeGreaterThan(8);
    expect(store.gateway.lookups).toBeLessThan(25);
  });

  it('leaves an attempt to the request that sends it, unless it starts anew', async () => {
    const held = store.gateway.hold();
    const sending = pay(store, customer, paymentRequest());
    await held.arrived;
    passes(1000);
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

  it('gives up an attempt that never reached the gateway, without asking it', async () => {
    const attempt = await payWithLostAnswer({ refuseWith: 301 });
    passes(minute);
    await store.recovery.sweep('all');
    expect((await entry())?.status).toBe('pending');
    passes(minute);
    await store.recovery.sweep('all');
    expect((await again(attempt)).status).toBe(402);
    expect(store.gateway.lookups).toBe(0);
  });

  it('lets an approval that comes after the deadline stand', async () => {
    const held = store.gateway.hold();
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const sending = pay(store, customer, request, key);
    await held.arrived;
    store.gateway.records = 'lagging';
    passes(16 * minute);
    await store.recovery.sweep('all');
    const givenUp = await entry();
    held.release();

    expect(givenUp?.status).toBe('failed');
    expect(await sending).toMatchObject({ status: 200 });
    expect(await entry()).toMatchObject({ status: 'completed', balance_after_transaction: 1300 });
    expect(await pay(store, customer, request, key)).toMatchObject({ status: 200 });
  });
});

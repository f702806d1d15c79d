import { beforeEach, describe, expect, it } from 'vitest';
import { createExposition } from '#server/store/metrics/prometheus.ts';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { createOperator } from '../support/operator.ts';
import { expectComplaint } from '../support/refusals.ts';
import { spend } from '../support/spending.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { agree, type Customer, newCustomerWithCard, readTopUp } from './customers.ts';

const interval = 1_800_000;
const exposition = createExposition();
let customer: Customer;
const store = await storeOfFile({}, { meter: exposition.meter });
const operator = createOperator(store.database);
beforeEach(async () => {
  customer = await newCustomerWithCard(store, interval);
  await agree(store, customer);
});

const charge = async () => {
  await spend(store, customer.id, 1_000);
  await store.topUps.work();
};
const show = async () => (await operator.json('top-ups', 'list', '--customer', customer.id)).topUps[0];
const lastAction = async () => (await operator.json('audit', '--limit', '1')).actions[0];

describe('coffer top-ups list', () => {
  it('shows the settings, the last charge and why a charge is waiting', async () => {
    await charge();
    await spend(store, customer.id, 1_300);
    await store.topUps.work();
    const found = await operator.json('top-ups', 'list', '--customer', `${customer.id}@example.com`);
    expect(found).toMatchObject({
      total: 1,
      topUps: [
        {
          customerId: customer.id,
          state: 'on',
          pausedReason: null,
          thresholdCredits: 500,
          availableCredits: 300,
          productId: 'plus-1200',
          priceCents: 1_000,
          cardLast4: '1111',
          monthlyLimitCents: 5_000,
          monthCents: 1_000,
          chargeStatus: 'completed',
          chargeCents: 1_000,
          request: { cause: 'spend', state: 'open', reason: 'interval' },
        },
      ],
      requests: [
        { state: 'open', reason: 'interval' },
        { state: 'completed', reason: null },
      ],
    });
    expect(await lastAction()).toMatchObject({ command: 'top-ups list', customerId: customer.id });

    const { text } = await operator.run('top-ups', 'list', '--customer', customer.id);
    expect(text).toContain('Limit        $50.00 a month; $10.00 this month');
    expect(text).toMatch(/^Waits {8}interval; next try 2026-\d\d-\d\d \d\d:\d\d:\d\d UTC$/m);
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('lists top-ups that are on or paused, or in a given state', async () => {
    const listed = async (...args: string[]) => {
      const { topUps } = await operator.json('top-ups', 'list', '--limit', '1000', ...args);
      return topUps.some(({ customerId }: { customerId: string }) => customerId === customer.id);
    };
    expect([await listed(), await listed('--state', 'paused')]).toEqual([true, false]);
    expect((await operator.run('top-ups', 'list', '--limit', '1')).text).toMatch(/^1 of \d:$/m);
    await store.call('/api/top-up', { method: 'DELETE', as: customer.token });
    expect([await listed(), await listed('--state', 'off')]).toEqual([false, true]);
    expect((await operator.run('top-ups', 'list', '--state', 'of')).exitCode).toBe(2);
  });

  it('reports that top-up is disabled for the whole store', async () => {
    const disabled = createOperator(store.database, undefined, undefined, { TOP_UP: 'false' });
    expect((await disabled.run('top-ups', 'list')).text).toMatch(/^TOP_UP is false/);
  });
});

describe('coffer top-ups pause', () => {
  it('stops charges and shows the customer the pause', async () => {
    const { text } = await operator.run('top-ups', 'pause', customer.id, '--reason', 'A complaint');
    expect(text).toContain('Paused.');
    expect(await lastAction()).toMatchObject({ command: 'top-ups pause', reason: 'A complaint' });
    await charge();
    const paused = { state: 'paused', paused_reason: 'merchant', last_charge: null };
    expect(await readTopUp(store, customer)).toMatchObject(paused);
    await expectComplaint(
      operator.run('top-ups', 'pause', customer.id),
      `Automatic top-up of customer ${customer.id} is not on.`,
    );
  });

  it('reports a charge that was already sent', async () => {
    store.gateway.behavior = 'charge, then cut the connection';
    await charge();
    const { chargeAttemptId } = await show();
    const paused = { customerId: customer.id, result: 'paused', openAttemptId: chargeAttemptId };
    expect(await operator.json('top-ups', 'pause', customer.id)).toEqual(paused);
  });
});

describe('coffer top-ups resume', () => {
  it('charges nothing until the next request', async () => {
    await operator.run('top-ups', 'pause', customer.id);
    await charge();
    expect(await operator.json('top-ups', 'resume', customer.id)).toMatchObject({ pausedReason: 'merchant' });
    await store.topUps.work();
    expect(await show()).toMatchObject({ state: 'on', chargeStatus: null });
    await spend(store, customer.id, 1);
    await store.topUps.work();
    expect(await show()).toMatchObject({ chargeStatus: 'completed' });
    expect((await operator.run('top-ups', 'resume', customer.id)).complaints).toContain('is not paused');
  });

  it('is refused if the bank forbids another charge', async () => {
    store.gateway.behavior = { refuseWith: 252 };
    await charge();
    expect((await operator.run('top-ups', 'resume', customer.id)).complaints).toContain('The bank forbids');
    expect(await show()).toMatchObject({ state: 'paused', pausedReason: 'card-declined' });
  });
});

it('coffer export includes all top-up data, and coffer erase keeps the consents', async () => {
  await charge();
  const { topUp, topUpConsents, topUpRequests } = await operator.json('export', customer.id);
  expect({ topUp, topUpConsents, topUpRequests }).toMatchObject({
    topUp: { state: 'on', thresholdCredits: 500 },
    topUpConsents: [{ state: 'on', cause: 'customer', words: expect.any(String), priceCents: 1_000 }],
    topUpRequests: [{ state: 'completed', cause: 'spend' }],
  });
  const erased = await operator.json('erase', customer.id, '--yes');
  expect(erased).toMatchObject({ kept: { consents: 2 }, savedCards: { deleted: 0, left: 1 } });
  expect((await operator.json('export', customer.id)).topUpConsents).toEqual([
    ...topUpConsents,
    expect.objectContaining({ state: 'off', cause: 'erased', words: null }),
  ]);
});

it('the metrics count top-up charges by outcome, and requests and pauses by reason', async () => {
  const read = async (isTopUpOn = true) => {
    const connections = { total: 0, idle: 0, waiting: 0, max: 10 };
    const state = await readStoreState(store.database, isTopUpOn);
    const text = await exposition.render({ state, isReady: true, connections });
    const values = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
    return (sample: string) => Number(values.get(sample) ?? 0);
  };
  const dueRequests = 'coffer_open_top_ups{reason="due"}';
  const before = await read();
  await spend(store, customer.id, 1_000);
  await store.clock.advance(45_000);
  const due = await read();
  expect(due(dueRequests)).toBe(before(dueRequests) + 1);
  expect(due('coffer_oldest_due_top_up_age_seconds')).toBeGreaterThanOrEqual(45);
  expect((await read(false))('coffer_oldest_due_top_up_age_seconds')).toBe(0);

  store.gateway.behavior = { refuseWith: 252 };
  await store.topUps.work();
  const after = await read();
  for (const sample of [
    'coffer_top_up_charges_total{outcome="declined"}',
    'coffer_purchases_total{outcome="declined"}',
    'coffer_paused_top_ups{reason="card-declined"}',
  ])
    expect(after(sample)).toBe(before(sample) + 1);
  expect(after(dueRequests)).toBe(before(dueRequests));
});

import { beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { pay, paymentRequest, stateOf } from '../support/payment-requests.ts';
import { refusal } from '../support/refusals.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';
import { openTestDatabase } from '../support/test-database.ts';

let fault: 'answer lost' | 'read-only' | undefined;
let customer: string;
let key: string;
const owned = await openTestDatabase();
const used: Database = {
  ...owned,
  async query(sql, values) {
    if (!sql.includes('open_purchase') || fault === undefined) return owned.query(sql, values);
    const now = fault;
    fault = undefined;
    if (now === 'read-only') throw Object.assign(new Error('read-only'), { code: '25006' });
    await owned.query(sql, values);
    throw new Error('Connection terminated unexpectedly');
  },
};
const store = await storeOfFile({}, { databases: { owned, used } });
beforeEach(async () => {
  customer = await store.newCustomer();
  key = crypto.randomUUID();
});

it('an attempt whose commit was not confirmed is not sent and can be retried', async () => {
  const request = paymentRequest();
  fault = 'answer lost';
  expect(await pay(store, customer, request, key)).toMatchObject(refusal(503, 'unavailable'));
  expect(await stateOf(store, key)).toBe('sending');
  expect(await pay(store, customer, request, key)).toMatchObject({ status: 409 });

  await store.lostOpenings.release();
  expect(store.gateway.requests).toEqual([]);
  expect(await pay(store, customer, request, key)).toMatchObject({ status: 200 });
  expect(store.gateway.requests).toHaveLength(1);
  await expectBooksToBalance(store.database);
});

it('an attempt that another request opened is left to that request', async () => {
  const request = paymentRequest();
  fault = 'read-only';
  expect(await pay(store, customer, request, key)).toMatchObject({ status: 503 });
  const held = store.gateway.hold();
  const sending = pay(store, customer, request, key);
  await held.arrived;
  await store.lostOpenings.release();
  expect(await stateOf(store, key)).toBe('sending');
  held.release();
  expect(await sending).toMatchObject({ status: 200 });
});

it('an attempt that another request retried never counts as unsent', async () => {
  fault = 'answer lost';
  await pay(store, customer, paymentRequest(), key);
  const retry = "update purchase_attempts set times_sent = 2, state = 'sending' where attempt_id = $1";
  await store.database.query(retry, [key]);
  await store.lostOpenings.release();
  expect(await stateOf(store, key)).toBe('sending');
});

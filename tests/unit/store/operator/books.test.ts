import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperator, type Operator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { type StoreUnderTest, startStoreUnderTest } from '../support/store-under-test.ts';

let store: StoreUnderTest;
let operator: Operator;
let customer: string;
beforeAll(async () => {
  store = await startStoreUnderTest();
  operator = createOperator(store.database, { url: store.gateway.url, securityKey: 'test-security-key' });
  store.gateway.behaviour = 'charge';
  customer = await store.newCustomer();
  await pay(store, customer, paymentRequest(), crypto.randomUUID());
}, 60_000);
afterAll(() => store.close());

it('coffer books says how much was proven, and up to when', async () => {
  const { exitCode, text } = await operator.run('books');
  expect(exitCode).toBe(0);
  expect(text).toMatch(
    /^The books are sound: \d+ accounts, \d+ movements, the last of \d{4}-[\d-]+T[\d:.]+Z\.$/,
  );
  expect(await operator.json('books')).toMatchObject({ errors: [] });
});

it('coffer books names what is not sound, and ends with 1', async () => {
  const change = (credits: number) =>
    store.database.query('update accounts set balance = balance + $2 where customer_id = $1', [
      customer,
      credits,
    ]);
  await change(1);
  try {
    const { exitCode, text } = await operator.run('books');
    expect(exitCode).toBe(1);
    expect(text).toMatch(new RegExp(`^${customer} +balance +1301 +1300$`, 'm'));
  } finally {
    await change(-1);
  }
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { listOpenCases } from '#server/store/payments/open-cases.ts';
import { actionXml, transactionXml } from '../support/odd-gateway.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest, readLedger } from '../support/payment-requests.ts';
import { spend } from '../support/spending.ts';
import { storeOfFile } from '../support/store-under-test.ts';

let customer: string;
let key: string;
const store = await storeOfFile();
beforeEach(async () => {
  customer = await store.newCustomer();
  key = crypto.randomUUID();
});
afterEach(async () => {
  await store.database.query('delete from open_cases');
});

const buy = () => pay(store, customer, paymentRequest(), key);
const setSaleActions = (...actions: string[]) => store.gateway.saleActions.set(key, actions);
const recorded = (...transactions: string[]) => store.gateway.transactions.set(key, transactions);
const id = () => store.gateway.transactionIdOf(key);
const recheck = () => store.recovery.recheck(key, 'event 1');
const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;
const summary = async () => (await store.call('/api/transactions/summary', { as: customer })).body;
const entry = async () => (await readLedger(store, customer))[0];
const movements = () =>
  store.database.query(
    'select kind, reference, cause, gateway_transaction_id, balance_after from movements where customer_id = $1 order by movement',
    [customer],
  );

describe('a partial refund', () => {
  it('removes its share of the credits, rounded down, until none are left', async () => {
    await buy();
    setSaleActions(actionXml('refund', '-3.33'));
    const part = { booked: { status: 'completed', refundedCents: 333 }, moved: true };
    expect(await recheck()).toMatchObject({ recorded: { kind: 'charged' }, ...part });
    // The store rounds removed credits down: 1,200 × 0.333 = 399.6 and 100 × 0.333 = 33.3.
    expect(await balance()).toEqual({ balance: 1300 - 399 - 33 });
    expect(await summary()).toMatchObject({ total_spent_display: '$6.67', total_credits_purchased: 868 });

    setSaleActions(actionXml('refund', '-3.33'), actionXml('refund', '3.33'), actionXml('refund', '-3.34'));
    const whole = { booked: { status: 'refunded', refundedCents: 1000 }, moved: true };
    expect(await recheck()).toMatchObject(whole);
    expect(await balance()).toEqual({ balance: 0 });
    expect(await summary()).toMatchObject({ total_spent_display: '$0.00', total_credits_purchased: 0 });
  });

  it('worth less than one credit is booked, and removes none', async () => {
    const change = (...credits: string[]) =>
      createOperator(store.database).run('products', 'change', 'plus-1200', ...credits);
    await change('--credits', '1', '--bonus', '0');
    await buy();
    await change('--credits', '1200', '--bonus', '100');
    setSaleActions(actionXml('refund', '-0.01'));
    expect(await recheck()).toMatchObject({ booked: { refundedCents: 1 }, moved: true });
    expect(await balance()).toEqual({ balance: 1 });
  });

  it('is listed with its purchase, whose other fields stay the same', async () => {
    await buy();
    const before = await entry();
    await store.clock.advance(60_000);
    setSaleActions(actionXml('refund', '-2.50'));
    await recheck();
    await store.clock.advance(60_000);
    recorded(transactionXml(key, '8800', 'complete', actionXml('refund', '-5.00')));
    await recheck();

    const minutesLater = (minutes: number) => store.clock.after((minutes - 2) * 60_000).toISOString();
    expect(await entry()).toEqual({
      ...before,
      // The store got the card from the gateway's records.
      card: { brand: 'visa', last4: '1111' },
      refunded_display: '$7.50',
      reversals: [
        { kind: 'refund', date: minutesLater(1), amount_display: '$2.50', credits: 325 },
        { kind: 'refund', date: minutesLater(2), amount_display: '$5.00', credits: 650 },
      ],
    });
    expect(before).toMatchObject({ status: 'completed', balance_after_transaction: 1300, reversals: [] });
    expect(await movements()).toMatchObject([
      { kind: 'purchase', reference: 'purchase', cause: 'attempt', balance_after: 1300 },
      { kind: 'refund', reference: `${id()}/1`, cause: 'event 1', gateway_transaction_id: id() },
      { kind: 'refund', reference: '8800', cause: 'event 1', gateway_transaction_id: '8800' },
    ]);
  });
});

it('a refund above the charge removes all credits and opens a case', async () => {
  await buy();
  setSaleActions(actionXml('refund', '-8.00'), actionXml('refund', '-5.00'));
  expect(await recheck()).toMatchObject({ booked: { status: 'refunded', refundedCents: 1000 } });
  expect(await balance()).toEqual({ balance: 0 });
  const evidence = { chargedCents: 1000, givenBackCents: 1300 };
  expect(await listOpenCases(store.database)).toMatchObject([
    { kind: 'amount-mismatch', reference: `${key}/given-back`, evidence },
  ]);
});

it('a return by the bank opens a case and can make the balance negative', async () => {
  const opening = await store.newCustomer();
  await buy();
  await spend(store, customer, 1_000);
  setSaleActions(actionXml('return', '-10.00'));
  await recheck();
  await recheck();
  expect(await balance()).toEqual({ balance: -1_000 });
  expect(await summary()).toMatchObject({ total_spent_display: '$0.00', current_balance: -1_000 });
  // The ledger row keeps the balance from right after the purchase.
  expect(await entry()).toMatchObject({
    status: 'refunded',
    balance_after_transaction: 1_300,
    refunded_display: '$10.00',
    reversals: [{ kind: 'chargeback', credits: 1300 }],
  });
  expect(await listOpenCases(store.database)).toMatchObject([
    { kind: 'return', reference: `${id()}/return/1`, customerId: customer, attemptId: key },
  ]);
  expect((await readStoreState(store.database)).cases).toMatchObject({ return: 1 });
  const debits = await store.database.query(
    "select amount from postings where debit_account = 'chargebacks' and credit_account = 'gateway'",
  );
  expect(debits).toEqual([{ amount: 1000 }]);

  const small = paymentRequest({ product_id: 'starter-500' });
  expect(await pay(store, customer, small, crypto.randomUUID())).toMatchObject({ status: 200 });
  expect(await entry()).toMatchObject({ status: 'completed', balance_after_transaction: -500 });
  expect(await pay(store, customer, paymentRequest(), crypto.randomUUID())).toMatchObject({ status: 200 });
  expect(await balance()).toEqual({ balance: 800 });
  const others = await store.call('/api/credits/balance', { as: opening });
  expect(others.body).toEqual({ balance: 0 });
});

describe('gateway records that do not match the purchase', () => {
  it('open a case if the amount differs, until the charge is voided', async () => {
    store.gateway.behavior = 'charge a part of it';
    store.gateway.refusesVoids = true;
    const request = paymentRequest();
    await pay(store, customer, request, key);
    store.gateway.refusesVoids = false;
    store.gateway.records = 'of another amount';
    await recheck();
    expect(await entry()).toMatchObject({ status: 'pending' });
    expect(await listOpenCases(store.database)).toMatchObject([{ kind: 'amount-mismatch', reference: key }]);

    await store.gateway.void(key);
    expect(await recheck()).toMatchObject({ booked: { status: 'failed' } });
    expect(await listOpenCases(store.database)).toEqual([]);
    const refunded = { status: 402, body: { detail: expect.stringContaining('nothing was charged') } };
    expect(await pay(store, customer, request, key)).toMatchObject(refunded);
    expect(await balance()).toEqual({ balance: 0 });
  });

  it('open a case if they deny the charge, and the purchase stays completed', async () => {
    await buy();
    store.gateway.forgotten.add(key);
    const failed = '<action><action_type>sale</action_type><success>0</success></action>';
    recorded(transactionXml(key, id(), 'failed', failed));
    const found = { recorded: { kind: 'not-charged' }, booked: { status: 'completed' } };
    expect(await recheck()).toMatchObject(found);
    expect(await balance()).toEqual({ balance: 1300 });
    expect(await listOpenCases(store.database)).toMatchObject([
      { kind: 'amount-mismatch', reference: `${key}/completed` },
    ]);
  });

  it('are ignored if the order is unknown', async () => {
    expect(await store.recovery.recheck(crypto.randomUUID(), 'records')).toBeUndefined();
  });
});

describe('the database', () => {
  it.each([
    'update movements set balance_after = 0',
    'delete from postings',
    'update postings set amount = 1',
    'truncate movements cascade',
    "update operator_actions set operator = 'x'",
    'delete from operator_actions',
    'update product_versions set price_cents = 1',
  ])('rejects changes to append-only tables: %s', async (statement) => {
    await buy();
    await expect(store.database.query(statement)).rejects.toThrow('append-only');
  });

  it.each([
    ['gateway', 'credits', 5],
    ['credits', 'credits', 5],
    ['credits', 'credits_sold', 0],
    ['cash', 'gateway', 5],
  ])('rejects a posting from %s to %s with the amount %i', async (debit, credit, amount) => {
    await buy();
    const insert = 'insert into postings values ($1, 1, $2, $3, $4)';
    const posting = store.database.query(insert, [customer, debit, credit, amount]);
    await expect(posting).rejects.toThrow('check constraint');
  });

  it('rejects a movement that is already booked', async () => {
    await buy();
    const again = store.database.query(
      `select book_movement(entries, row('purchase', 'purchase', 1000, null)::purchase_movement, 1200, 100, 'attempt', store_now())
       from transactions entries where customer_id = $1`,
      [customer],
    );
    await expect(again).rejects.toThrow('unique');
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#server/store/database/migrate.ts';
import { ownRelease, releaseOf } from '#server/store/database/release.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { actionXml } from '../support/odd-gateway.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectBooksToBalance, storeOfFile } from '../support/store-under-test.ts';
import { openEmptyDatabase } from '../support/test-database.ts';

let customer: string;
const store = await storeOfFile();
beforeEach(async () => {
  customer = await store.newCustomer();
});
afterEach(async () => {
  await expectBooksToBalance(store.database);
  await store.database.query('delete from open_cases');
});

const buy = async (): Promise<string> => {
  const order = crypto.randomUUID();
  expect((await pay(store, customer, paymentRequest(), order)).status).toBe(200);
  return order;
};
const reverse = async (order: string, ...actions: string[]) => {
  store.gateway.saleActions.set(order, actions);
  expect(await store.recovery.recheck(order, 'event 1')).toMatchObject({ moved: true });
};
const adjust = (credits: number, ...more: string[]) =>
  createOperator(store.database).json('adjust', customer, `${credits}`, '--reason', 'x', '--yes', ...more);
const grants = async () => {
  const rows = await store.database.query<{ kind: string; credits: number; remaining: number }>(
    'select kind, credits, remaining from credit_grants where customer_id = $1 order by movement, kind',
    [customer],
  );
  return rows.map(({ kind, credits, remaining }) => `${kind} ${remaining}/${credits}`);
};

/** Removes credits without updating grants, like a release from before grants existed. */
const bookElsewhere = (credits: number): Promise<unknown> =>
  store.database.query(
    `with account as (
       update accounts set balance = balance - $2, movements = movements + 1 where customer_id = $1
       returning customer_id, movements, balance
     ), movement as (
       insert into movements (customer_id, movement, kind, reference, cause, balance_after, created_at)
       select customer_id, movements, 'adjustment', 'another program ' || movements, 'person tester', balance, store_now()
       from account
       returning customer_id, movement
     )
     insert into postings (customer_id, movement, debit_account, credit_account, amount)
     select customer_id, movement, 'credits', 'credits_sold', $2 from movement`,
    [customer, credits],
  );

describe('grants', () => {
  it('come from purchases and adjustments, and a negative adjustment uses bonus credits first', async () => {
    await buy();
    await adjust(7);
    expect(await grants()).toEqual(['bonus 100/100', 'purchase 1200/1200', 'adjustment 7/7']);
    await adjust(-150);
    expect(await grants()).toEqual(['bonus 0/100', 'purchase 1157/1200', 'adjustment 0/7']);
  });

  it('lose a reversed purchase’s credits first, then credits from other purchases', async () => {
    const first = await buy();
    const second = await buy();
    await reverse(second, actionXml('refund', '-5.00'));
    const ofFirst = ['bonus 100/100', 'purchase 1200/1200'];
    expect(await grants()).toEqual([...ofFirst, 'bonus 0/100', 'purchase 650/1200']);
    await adjust(-1500);
    await reverse(first, actionXml('refund', '-10.00'));
    expect(await grants()).toEqual(['bonus 0/100', 'purchase 0/1200', 'bonus 0/100', 'purchase 0/1200']);
  });

  it('are empty at a negative balance, which later credits cover first', async () => {
    const order = await buy();
    await adjust(-1000);
    await reverse(order, actionXml('refund', '-10.00'));
    expect(await grants()).toEqual(['bonus 0/100', 'purchase 0/1200']);
    await adjust(950);
    await buy();
    expect((await grants()).slice(2)).toEqual(['adjustment 0/950', 'bonus 50/100', 'purchase 1200/1200']);
  });

  it('lose expired credits only once if their purchase is reversed', async () => {
    const operator = createOperator(store.database);
    await operator.run('products', 'change', 'plus-1200', '--bonus-expire', '1');
    const order = await buy();
    await operator.run('products', 'change', 'plus-1200', '--bonus-expire', 'never');
    await store.clock.advance(86_400_000);
    const balance = async () => (await store.call('/api/credits/balance', { as: customer })).body;
    expect(await balance()).toEqual({ balance: 1200 });
    await adjust(7);
    await reverse(order, actionXml('refund', '-5.00'));
    expect(await balance()).toEqual({ balance: 607 });
    await reverse(order, actionXml('refund', '-5.00'), actionXml('refund', '-5.00'));
    expect(await balance()).toEqual({ balance: 7 });
    expect(await grants()).toEqual(['bonus 0/100', 'purchase 0/1200', 'adjustment 7/7']);
  });

  it('stay correct after another program books movements without updating grants', async () => {
    await buy();
    await bookElsewhere(150);
    await bookElsewhere(1);
    await expectBooksToBalance(store.database);
    await buy();
    expect((await grants()).slice(0, 2)).toEqual(['bonus 0/100', 'purchase 1149/1200']);
  });
});

it('the migration turns positive balances into grants', async () => {
  const database = await openEmptyDatabase();
  const before = ownRelease.migrations.filter(({ name }) => name === '0001-store.sql');
  await migrate(database, releaseOf(before, []));
  for (const [id, balance] of Object.entries({ rich: 500, none: 0, owing: -20 })) {
    await database.query('insert into customers (customer_id, created_at) values ($1, now())', [id]);
    const movements = Math.abs(Math.sign(balance));
    await database.query('insert into accounts values ($1, $2, 0, 0, 0, $3)', [id, balance, movements]);
    await database.query(
      `insert into movements (customer_id, movement, kind, reference, cause, balance_after, created_at)
       select $1, 1, 'adjustment', 'x', 'records', $2::bigint, now() where $2 <> 0`,
      [id, balance],
    );
    await database.query(
      `insert into postings select customer_id, 1, case when balance_after > 0 then 'adjustments' else 'credits' end,
         case when balance_after > 0 then 'credits' else 'adjustments' end, abs(balance_after)
       from movements where customer_id = $1`,
      [id],
    );
  }
  await migrate(database);
  expect(
    await database.query('select customer_id, kind, credits, remaining, expires_at from credit_grants'),
  ).toEqual([{ customer_id: 'rich', kind: 'purchase', credits: 500, remaining: 500, expires_at: null }]);
  expect(await findBookErrors(database)).toEqual([]);
  await database.close();
});

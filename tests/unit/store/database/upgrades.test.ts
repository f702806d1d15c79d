import { expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import type { CreditCall } from '#server/store/database/functions.gen.ts';
import { expectMigrated, migrate } from '#server/store/database/migrate.ts';
import { ownRelease, type Release, releaseOf, sqlFile } from '#server/store/database/release.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { addCustomer, callCredits } from '../support/spending.ts';
import { expectBooksToBalance, startStoreUnderTest } from '../support/store-under-test.ts';
import { openEmptyDatabase } from '../support/test-database.ts';

/** Creates a later release, which adds a column to tables and a parameter to `open_purchases`. */
const successor = (): Release => {
  const tables = 'accounts customers transactions purchase_attempts movements product_versions'.split(' ');
  const added = tables.map((table) => `alter table ${table} add column channel text not null default 'web';`);
  const functions = ownRelease.functions.map(({ name, sql }) =>
    name === 'open_purchase.sql'
      ? sqlFile(
          name,
          sql.replace('(p_orders purchase_order[])', '(p_orders purchase_order[], p_channel text)'),
        )
      : sqlFile(name, sql.replace('moved boolean,', 'moved int,')),
  );
  return releaseOf([...ownRelease.migrations, sqlFile('9001-channels.sql', added.join('\n'))], functions);
};

const after = (release: Release, name: string): Release =>
  releaseOf([...release.migrations, sqlFile(name, 'select 1')], release.functions);

const schemasIn = async (database: Database): Promise<string[]> => {
  const rows = await database.query<{ name: string }>(
    String.raw`select nspname as name from pg_namespace where nspname like 'coffer\_f\_%'`,
  );
  return rows.map(({ name }) => name).sort();
};

const countArguments = (database: Database, { schema }: Release) =>
  database.query(
    `select pronargs as arguments from pg_proc
     where proname = 'open_purchases' and pronamespace = to_regnamespace($1)`,
    [schema],
  );

it('a store keeps selling and can restart after a newer release migrates the database', async () => {
  const store = await startStoreUnderTest();
  const customer = await store.newCustomer();
  const buy = async () => (await pay(store, customer, paymentRequest(), crypto.randomUUID())).status;
  expect(await buy()).toBe(200);

  const next = successor();
  expect(await migrate(store.database, next)).toEqual(['9001-channels.sql', next.schema]);
  expect(await countArguments(store.database, ownRelease)).toEqual([{ arguments: 1 }]);
  expect(await countArguments(store.database, next)).toEqual([{ arguments: 2 }]);

  expect(await store.call('/readyz')).toMatchObject({ status: 200 });
  expect(await buy()).toBe(200);
  store.gateway.behavior = { refuseWith: 202 };
  expect(await buy()).toBe(402);
  await store.recovery.sweep('all');
  for (const path of ['transactions/history', 'transactions/summary', 'credits/balance', 'auth/profile'])
    expect(await store.call(`/api/${path}`, { as: customer })).toMatchObject({ status: 200 });
  await expectBooksToBalance(store.database);
  expect(await migrate(store.database)).toEqual([]);
  await store.close();
}, 60_000);

it('a release’s functions are dropped two releases later unless a session uses them', async () => {
  const database = await openEmptyDatabase();
  const second = successor();
  const third = after(second, '9002-third.sql');
  const fourth = after(third, '9003-fourth.sql');
  await migrate(database);
  await migrate(database, second);
  await migrate(database, third);
  expect(await schemasIn(database)).toEqual([ownRelease.schema, second.schema, third.schema].sort());
  await migrate(database, fourth);
  expect(await schemasIn(database)).toEqual([ownRelease.schema, third.schema, fourth.schema].sort());
  await expect(migrate(database, second)).rejects.toThrow('9002-third.sql, which this program lacks');
  await expect(expectMigrated(database, second)).rejects.toThrow('this program is too old');
  await database.close();
}, 60_000);

it('a previous release without spending limits exceeds none, and usage stays exact', async () => {
  const database = await openEmptyDatabase();
  const former = ownRelease.migrations.filter(({ name }) => name < '0020');
  const previous = releaseOf(former, ownRelease.functions);
  await migrate(database, previous);
  await migrate(database);
  const [customer, unlimited] = [await addCustomer(database, 100), await addCustomer(database, 100)];
  const call = (name: 'spend' | 'hold', content: Partial<CreditCall>, id = crypto.randomUUID()) =>
    callCredits({ database }, name, customer, content, id);
  /** Runs a statement as a process of the previous release does. */
  const asPrevious = (statement: string, values: readonly unknown[]) =>
    database.transaction(async ({ query }) => {
      await query("select set_config('search_path', $1, true)", [`${previous.schema}, public`]);
      return query(statement, values);
    });
  const previously = async (
    name: string,
    customer_id: string,
    credits?: number,
    id = crypto.randomUUID(),
  ) => {
    const given = JSON.stringify([{ call: name, customer_id, id, credits, expires_in: 600, cause: 'api' }]);
    const calls = 'array(select given from jsonb_populate_recordset(null::credit_call, $1) given)';
    const [row] = await asPrevious(`select outcome::text from call_credits(${calls})`, [given]);
    return row;
  };
  const [captured, released] = [crypto.randomUUID(), crypto.randomUUID()];
  await call('spend', { credits: 30, reference: 'chat' });
  await database.query('select save_spending_limit($1, 50, null)', [customer]);
  for (const id of [captured, released]) await call('hold', { credits: 5, expires_in: 600 }, id);

  const refused = "the previous release can't spend credits of a customer with a spending limit";
  for (const name of ['spend', 'hold']) await expect(previously(name, customer, 1)).rejects.toThrow(refused);
  expect(await previously('spend', unlimited, 1)).toEqual({ outcome: 'created' });
  expect(await previously('capture', customer, 2, captured)).toEqual({ outcome: 'captured' });
  expect(await previously('release', customer, undefined, released)).toEqual({ outcome: 'released' });
  // The previous release doesn't change this column.
  await database.query('update accounts set used = 40 where customer_id = $1', [customer]);
  const beyond = { outcome: 'spending-limit-reached', used: 32 };
  expect(await call('spend', { credits: 19 })).toMatchObject(beyond);
  expect(await call('spend', { credits: 18 })).toMatchObject({ outcome: 'created' });

  await database.query('insert into usage_queue values ($1)', [customer]);
  await database.query('select sum_usage(2)');
  await expectBooksToBalance(database);
  await asPrevious('select erase_customer($1)', [customer]);
  const sums = 'select reference, credits from usage_references where customer_id = $1';
  expect(await database.query(sums, [customer])).toEqual([{ reference: null, credits: 30 }]);
  await expectBooksToBalance(database);
  await database.close();
}, 60_000);

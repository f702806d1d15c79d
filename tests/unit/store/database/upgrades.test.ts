import { expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { expectMigrated, migrate } from '#server/store/database/migrate.ts';
import { ownRelease, type Release, releaseOf, sqlFile } from '#server/store/database/release.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
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

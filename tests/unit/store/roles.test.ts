import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/store/database/database.ts';
import { expectMigrated, migrate } from '#server/store/database/migrate.ts';
import { ownRelease } from '#server/store/database/release.ts';
import { runOnServer } from '../../postgres-database.ts';
import { pay, paymentRequest } from './support/payment-requests.ts';
import {
  expectBooksToBalance,
  type StoreUnderTest,
  startStoreUnderTest,
} from './support/store-under-test.ts';
import { openEmptyDatabase } from './support/test-database.ts';

/** An empty database, and the roles that own it and that use it. */
interface SharedDatabase {
  readonly database: Database;
  readonly owner: string;
  readonly runner: string;
}

/** The statements of docs/operate.md that make two roles, for a test's own. */
const statements = async (
  database: string,
  { owner, runner }: Pick<SharedDatabase, 'owner' | 'runner'>,
): Promise<string[]> => {
  const [, sql = ''] = /```sql\n([\s\S]*?)```/.exec(await readFile('docs/operate.md', 'utf8')) ?? [];
  return sql
    .replaceAll('coffer_owner', owner)
    .replaceAll('coffer_store', runner)
    .replace(/^create database coffer owner/m, `alter database ${database} owner to`)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => /^(create|alter)/.test(statement));
};

/** A database in which everything is done by a role. */
const inRole = (database: Database, role: string): Database => {
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (begun) => {
      await begun.query(`set local role ${role}`);
      return work(begun);
    });
  return {
    ...database,
    transaction,
    query: (sql, values) => transaction((begun) => begun.query(sql, values)),
  };
};

const openShared = async (): Promise<SharedDatabase> => {
  const suffix = crypto.randomUUID().replaceAll('-', '');
  const roles = { owner: `coffer_owner_${suffix}`, runner: `coffer_store_${suffix}` };
  const database = await openEmptyDatabase();
  const [row] = await database.query<{ name: string }>('select current_database() as name');
  for (const statement of await statements(row?.name ?? '', roles)) await database.query(statement);
  return { database, ...roles };
};

let shared: SharedDatabase;
let running: StoreUnderTest | undefined;
beforeEach(async () => {
  shared = await openShared();
}, 60_000);
afterEach(async () => {
  await (running ?? shared.database).close();
  running = undefined;
  for (const role of [shared.runner, shared.owner]) await runOnServer(`drop role if exists ${role}`);
});

describe('a store whose role owns nothing', () => {
  it('does not start on a database that its owner has not migrated', async () => {
    const { database, runner } = shared;
    await expect(expectMigrated(inRole(database, runner))).rejects.toThrow(
      /^The database is not up to date \(0001-customers-and-ledger\.sql, .*\): run the command migrate\.$/,
    );
  });

  it('starts on one that is up to date, and not on one with other functions or another migration', async () => {
    const { database, owner, runner } = shared;
    await migrate(inRole(database, owner));
    expect(await expectMigrated(inRole(database, runner))).toEqual([]);
    const { schema } = ownRelease;
    await database.query(`alter schema ${schema} rename to elsewhere`);
    await expect(expectMigrated(inRole(database, runner))).rejects.toThrow(`(${schema})`);
    await database.query(`alter schema elsewhere rename to ${schema}`);
    const { name, checksum } = ownRelease.migrations[0] ?? {};
    const record = 'update schema_migrations set checksum = $1 where name = $2';
    await database.query(record, ['x', name]);
    await expect(expectMigrated(inRole(database, runner))).rejects.toThrow(`(${name})`);
    await database.query(record, [checksum, name]);
    expect(await expectMigrated(inRole(database, runner))).toEqual([]);
  });

  it('sells, and changes no table', async () => {
    const { database, owner, runner } = shared;
    const used = inRole(database, runner);
    const owned = inRole(database, owner);
    await migrate(owned);
    const store = await startStoreUnderTest({}, { databases: { owned, used } });
    running = store;
    const customer = await store.newCustomer();
    expect((await pay(store, customer, paymentRequest(), crypto.randomUUID())).status).toBe(200);
    store.gateway.behaviour = { refuseWith: 202 };
    expect((await pay(store, customer, paymentRequest(), crypto.randomUUID())).status).toBe(402);
    await store.recovery.sweep('all');
    await store.events.work();
    await store.changedRecords.look();
    expect((await store.call('/api/transactions/history', { as: customer })).status).toBe(200);
    await expectBooksToBalance(used);

    for (const change of ['create table x (n int)', 'drop table movements', 'drop function share_of'])
      await expect(used.query(change)).rejects.toThrow(/permission denied|must be owner/);
    await expect(migrate(used)).rejects.toThrow('permission denied');
  });
});

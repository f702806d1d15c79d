import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireCredits } from '#server/store/credits/expire-credits.ts';
import type { Database } from '#server/store/database/database.ts';
import { hasBroadRights, type RuntimeRoles, tableGrants } from '#server/store/database/grants.ts';
import { expectMigrated, migrate } from '#server/store/database/migrate.ts';
import { ownRelease } from '#server/store/database/release.ts';
import { checkRights } from '#server/store/database/requirements.ts';
import { readEvents, shareEventSettings, tendEvents } from '#server/store/events/merchant-events.ts';
import { sumUsage } from '#server/store/ledger/usage.ts';
import { readStoreState } from '#server/store/metrics/store-state.ts';
import { claimDeliveries, queueDeliveries } from '#server/store/webhooks/deliveries.ts';
import { runOnServer } from '../../../postgres-database.ts';
import { saveCard, signIn } from '../support/card-payments.ts';
import { callsAbout, createMerchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { expectComplaint } from '../support/refusals.ts';
import {
  expectBooksToBalance,
  type StoreUnderTest,
  startStoreUnderTest,
} from '../support/store-under-test.ts';
import { openEmptyDatabase } from '../support/test-database.ts';

interface Connected {
  readonly database: Database;
  readonly administrator: string;
}

interface SharedDatabase extends Connected {
  readonly owner: string;
  readonly roles: RuntimeRoles;
}

const statements = async (
  database: string,
  { owner, roles }: Omit<SharedDatabase, keyof Connected>,
): Promise<string[]> => {
  const [sql = ''] = /^create role[\s\S]*?^EOF$/m.exec(await readFile('docs/deploy.md', 'utf8')) ?? [];
  return sql
    .replaceAll('coffer_owner', owner)
    .replaceAll('coffer_store', roles.store)
    .replaceAll('coffer_operator', roles.operator)
    .replace(/^create database coffer owner (\S+).*;$/m, `alter database ${database} owner to $1;`)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => /^(create|alter)/.test(statement));
};

/** Returns a database that runs every statement as this role. */
const as = ({ database, administrator }: Connected, role: string): Database => {
  const transaction: Database['transaction'] = async (work) => {
    try {
      return await database.transaction(async (begun) => {
        await begun.query(`set local session authorization ${role}`);
        return work(begun);
      });
    } finally {
      // Restore the role, because PGlite doesn't do so when the transaction ends.
      await database.query(`set session authorization ${administrator}`);
    }
  };
  const query: Database['query'] = (sql, values) => transaction((begun) => begun.query(sql, values));
  return { ...database, transaction, query };
};

const openShared = async (): Promise<SharedDatabase> => {
  const suffix = crypto.randomUUID().replaceAll('-', '');
  const names = {
    owner: `coffer_owner_${suffix}`,
    roles: { store: `coffer_store_${suffix}`, operator: `coffer_operator_${suffix}` },
  };
  const database = await openEmptyDatabase();
  const [row] = await database.query<{ name: string; administrator: string }>(
    'select current_database() as name, session_user::text as administrator',
  );
  for (const statement of await statements(row?.name ?? '', names)) await database.query(statement);
  return { database, administrator: row?.administrator ?? '', ...names };
};

const dropRoles = async ({ owner, roles }: SharedDatabase): Promise<void> => {
  for (const role of [roles.store, roles.operator, owner]) await runOnServer(`drop role if exists ${role}`);
};

describe('a store whose role owns nothing', () => {
  let shared: SharedDatabase;
  beforeEach(async () => {
    shared = await openShared();
  }, 60_000);
  afterEach(async () => {
    await shared.database.close();
    await dropRoles(shared);
  });

  it('starts only on a database that its owner migrated to the same release', async () => {
    const { database, owner, roles } = shared;
    const used = as(shared, roles.store);
    const refusal = 'The database is not up to date: run the command migrate.';
    await expect(expectMigrated(used)).rejects.toThrow(refusal);
    await migrate(as(shared, owner), ownRelease, roles);
    expect(await expectMigrated(used)).toEqual([]);
    expect(await checkRights(used)).toBeUndefined();
    await database.query(`revoke select on accounts, cards from ${roles.store}`);
    await database.query(
      `revoke insert (kind, reference, customer_id, attempt_id, evidence, opened_at), select on open_cases from ${roles.store}`,
    );
    await database.query(`revoke execute on function ${ownRelease.schema}.save_card from ${roles.store}`);
    expect((await checkRights(used))?.detail).toBe(
      `The role ${roles.store} lacks execute on save_card, insert on open_cases, select on accounts and 2 more: ` +
        'make it a member of coffer_store, and run the command migrate as the owner of the tables.',
    );
    await database.query(`alter schema ${ownRelease.schema} rename to elsewhere`);
    await expect(expectMigrated(used)).rejects.toThrow(refusal);
  });

  it('suggests AUTO_MIGRATE=false if it tries to migrate', async () => {
    const { owner, roles } = shared;
    const used = as(shared, roles.store);
    const refusal = 'The database role may not migrate. Start the store with AUTO_MIGRATE=false';
    await expect(migrate(used)).rejects.toThrow(refusal);
    await migrate(as(shared, owner), ownRelease, roles);
    await expect(migrate(used)).rejects.toThrow(refusal);
  });
});

describe('the database roles', () => {
  let shared: SharedDatabase;
  let store: StoreUnderTest;
  const by = {
    store: () => as(shared, shared.roles.store),
    operator: () => as(shared, shared.roles.operator),
  };
  /** Returns a new customer who bought credits, was declined once, and got a spend partly back. */
  const newRecords = async () => {
    const [customer, orderId] = [await store.newCustomer(), crypto.randomUUID()];
    expect((await pay(store, customer, paymentRequest(), orderId)).status).toBe(200);
    store.gateway.behavior = { refuseWith: 202 };
    expect((await pay(store, customer, paymentRequest(), crypto.randomUUID())).status).toBe(402);
    store.gateway.behavior = 'charge';
    const merchant = await createMerchant(store);
    const { spend, hold } = callsAbout(() => ({ merchant, customer }));
    const [spent, held] = [await spend(5, { reference: 'job' }), await hold(5, { reference: 'job' })];
    expect(await merchant.post(`/holds/${held}/capture`)).toMatchObject({ status: 200 });
    expect((await merchant.put(`/spends/${spent}/returns/${held}`, { credits: 1 })).status).toBe(201);
    return { customer, orderId, merchant };
  };

  beforeAll(async () => {
    shared = await openShared();
    const owned = as(shared, shared.owner);
    await migrate(owned, ownRelease, shared.roles);
    store = await startStoreUnderTest({}, { databases: { owned, used: by.store() } });
  }, 60_000);
  afterAll(async () => {
    await store.close();
    await dropRoles(shared);
  });

  it('let the store do all its work', async () => {
    const { customer, merchant } = await newRecords();
    await saveCard(store, customer);
    await store.recovery.sweep('all');
    await store.events.work();
    await store.changedRecords.look();
    await store.lostOpenings.release();
    expect((await store.call('/api/transactions/history', { as: customer })).status).toBe(200);
    expect((await store.call('/api/activity', { as: customer })).status).toBe(200);
    expect(await store.call('/api/usage', { as: customer })).toMatchObject({ status: 200 });
    const limited = { method: 'PUT', as: await signIn(store, customer), body: { monthly_credits: 50 } };
    expect(await store.call('/api/spending-limit', limited)).toMatchObject({ body: { used: 9 } });
    await shared.database.query('insert into usage_queue values ($1)', [customer]);
    await sumUsage(by.store());
    for (const path of ['/activity?reference=job&from=2026-11-20T12:00:00Z', '/usage?by=reference', ''])
      expect(await merchant.get(`/customers/${customer}${path}`)).toMatchObject({ status: 200 });
    await expireCredits(by.store());
    await queueDeliveries(by.store());
    await shareEventSettings(by.store(), { lowBalanceCredits: 1 });
    await tendEvents(by.store());
    const events = await readEvents(by.store(), { after: '0', limit: 2 });
    expect(events).toMatchObject([{ type: 'customer.created' }, { type: 'purchase.completed' }]);
    const limits = { perEndpoint: 8, leaseMs: 20_000 };
    expect(await claimDeliveries(by.store(), [], limits)).toEqual([]);
    expect(await readStoreState(by.store())).toMatchObject({ disabledEndpoints: 0 });
    const leaving = await store.newCustomer();
    const token = await signIn(store, leaving);
    expect(await store.call('/api/account', { method: 'DELETE', as: token })).toMatchObject({ status: 202 });
    await store.accountDeletions.settled();
    await store.accountDeletions.work();
    const erased = 'select from customers where customer_id = $1 and erased_at is not null';
    expect(await by.store().query(erased, [leaving])).toHaveLength(1);
    await expectBooksToBalance(by.store());
    expect(await hasBroadRights(by.store())).toBe(false);
    expect(await hasBroadRights(shared.database)).toBe(true);
  });

  it('let an operator run the coffer commands, and the audit names the database user', async () => {
    const operator = createOperator(by.operator(), store.config.gateway);
    const { customer, orderId } = await newRecords();
    expect(await operator.json('customer', customer)).toMatchObject({ purchases: [{}, { orderId }] });
    const { id } = await operator.json('webhooks', 'add', 'https://merchant.example/');
    const commands = [
      ['webhooks', 'list'],
      ['webhooks', 'rotate', id],
      ['webhooks', 'enable', id],
      ['webhooks', 'remove', id],
      ['attempt', orderId],
      ['open'],
      ['top-ups', 'list', '--customer', customer],
      ['adjust', customer, '5', '--reason', 'x', '--yes'],
      ['refund', orderId, '100', '--yes'],
      ['products', 'change', 'starter-500', '--rank', '11'],
      ['keys', 'add', 'worker', '--scopes', 'read'],
      ['keys', 'list'],
      ['keys', 'revoke', 'worker'],
      ['books'],
      ['reconcile', '2026-11-20'],
      ['export', customer],
      ['erase', customer, '--yes'],
      ['audit'],
    ];
    for (const command of commands) {
      const { complaints } = await operator.run(...command);
      expect([command[0], complaints]).toEqual([command[0], '']);
    }
    expect((await operator.run('resume', '--reason', 'x')).complaints).toBe('Purchases are not paused.');
    expect((await operator.run('top-ups', 'pause', customer)).complaints).toContain('is not on');
    // The store's role can still read a ledger entry that an operator refunded.
    expect((await store.call('/api/transactions/history', { as: customer })).status).toBe(200);
    const copies = 'select spend_reference from spend_returns where customer_id = $1';
    expect(await shared.database.query(copies, [customer])).toEqual([{ spend_reference: null }]);
    const { actions } = await operator.json('audit');
    expect(actions[0]).toMatchObject({ command: 'erase', databaseUser: shared.roles.operator });
  });

  it('are mentioned in the error if coffer connects as the store', async () => {
    const adjust = ['adjust', await store.newCustomer(), '5', '--reason', 'x', '--yes'];
    const place = expect.stringContaining('docs/operate.md, Database roles');
    await expectComplaint(createOperator(by.store()).run(...adjust), place, 3);
  });

  const forgeries = {
    store: [
      "insert into operator_actions (action_id, at, operator, command, details, result) values (gen_random_uuid(), now(), 'bob', 'x', '{}', 'x')",
      "select record_action(gen_random_uuid(), 'bob', 'adjust', 'ada', null, null, '{}', 'adjusted')",
      "select adjust_credits('ada', 'x', 'person bob', 1, true)",
      "select erase_customer('ada')",
      'update customers set erased_at = now(), deletion_requested_at = now()',
      "insert into refund_requests values ('ada', gen_random_uuid(), gen_random_uuid(), 'refund', 1, '{}', 'unknown', null, 'bob', now())",
      "insert into product_versions values ('x', 1, 'x', 1, 1, 0, '', 1, true, 'bob', now())",
      'update decline_brake set on_until = null',
      "insert into api_keys (name, prefix, key_hash, scopes, slot, created_at) values ('x', 'x', '', '{grant}', 1, now())",
      'update api_keys set revoked_at = null',
      'select lock_products()',
    ],
    operator: [
      "insert into operator_actions (action_id, at, operator, command, details, result) values (gen_random_uuid(), '2020-01-01', 'bob', 'x', '{}', 'x')",
      "insert into accounts (customer_id) values ('eve')",
      "update api_keys set scopes = '{read,spend,grant}'",
      "insert into customers (customer_id, created_at) values ('eve', now())",
    ],
    both: [
      "insert into movements values ('ada', 1, null, 'adjustment', 'x', 'records', null, 5, now())",
      "insert into postings values ('ada', 1, 'adjustments', 'credits', 5)",
      'select spend_credits(null, null)',
      "insert into credit_grants (customer_id, grant_id) values ('ada', gen_random_uuid())",
      "select book_movement(null, null, 1, 1, 'x', now())",
      'truncate declines',
      'create table x (n int)',
      `create function ${ownRelease.schema}.share_of(int) returns int language sql return 1`,
      'drop table movements',
      'drop trigger append_only on operator_actions',
      'drop function share_of',
      'alter table accounts disable trigger all',
    ],
  };
  it.each(
    (['store', 'operator'] as const).flatMap((role) =>
      [...forgeries[role], ...forgeries.both].map((statement) => [role, statement] as const),
    ),
  )('do not let the %s run: %s', async (role, statement) => {
    await expect(by[role]().query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('do not let the store act in a person’s name', async () => {
    await newRecords();
    const settle = `select settle_purchases(array[jsonb_populate_record(null::purchase_decision, to_jsonb(entries) || jsonb_build_object(
      'attempt_id', order_id, 'status', 'completed', 'decided_by', 'gateway', 'cause', 'person bob', 'reversals', '[]'::jsonb
    ))]) from transactions entries where status = 'failed'`;
    const close = "update open_cases set closed_at = now(), closed_by = 'bob', resolution = 'x'";
    await shared.database.query(
      "insert into open_cases (kind, reference, evidence, opened_at) values ('return', 'x', '{}', now())",
    );
    const refund = `select open_refund(row(
      customer_id, order_id, gen_random_uuid(), 'refund', 1, '{}', 'bob', refunded_cents, 1, 14, null
    )::refund_order) from transactions where status = 'completed' limit 1`;
    for (const statement of [settle, close, refund]) {
      const refusal = "may not act in a person's name";
      await expect(by.store().query(statement)).rejects.toThrow(refusal);
      const ofOwnTable = by.store().transaction(async (begun) => {
        await begun.query('create temporary table refund_requests (n int) on commit drop');
        await begun.query(statement);
      });
      await expect(ofOwnTable).rejects.toThrow(refusal);
    }
    expect(await by.operator().query(`${close} returning closed_by`)).toContainEqual({ closed_by: 'bob' });
  });

  it('have exactly the listed rights on each table', async () => {
    const { roles } = shared;
    const tables = await shared.database.query<{ name: string; columns: string[] }>(
      `select relname as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'test_clock' group by relname`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(tableGrants).sort());
    for (const [runtime, role] of Object.entries(roles))
      for (const { name, columns } of tables) {
        const rights = (runtime === 'store' ? tableGrants[name]?.store : tableGrants[name]?.operator) ?? '';
        const database = as(shared, role);
        const isAllowed = async (statement: string) =>
          database.query(statement).then(
            () => true,
            (error: unknown) => {
              if (String(error).includes('permission denied')) return false;
              throw error;
            },
          );
        const granted = new Map<string, string[]>();
        for (const [, verb = '', listed] of rights.matchAll(/(select|insert|update)(?: \(([^)]*)\))?/g))
          granted.set(verb, listed?.split(', ') ?? columns);
        const tries = {
          select: (column: string) => `select ${column} from ${name} where false`,
          insert: (column: string) =>
            `insert into ${name} (${column}) overriding system value select null where false`,
          update: (column: string) => `update ${name} set ${column} = default where false`,
        };
        for (const [verb, statement] of Object.entries(tries))
          for (const column of columns)
            expect([runtime, verb, name, column, await isAllowed(statement(column))]).toEqual([
              runtime,
              verb,
              name,
              column,
              granted.get(verb)?.includes(column) === true,
            ]);
        expect([name, await isAllowed(`delete from ${name} where false`)]).toEqual([name, false]);
      }
  });
});

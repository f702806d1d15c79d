import { PGlite } from '@electric-sql/pglite';
import { auto_explain } from '@electric-sql/pglite/contrib/auto_explain';
import * as v from 'valibot';
import { afterAll, expect, it, vi } from 'vitest';
import { createVaultCards } from '#server/store/cards/vault-cards.ts';
import { createCredits } from '#server/store/credits/create-credits.ts';
import { expireCredits } from '#server/store/credits/expire-credits.ts';
import { createSpendingLimits } from '#server/store/credits/spending-limits.ts';
import { callForRow } from '#server/store/database/call-function.ts';
import type { Database } from '#server/store/database/database.ts';
import { embeddedStartParams } from '#server/store/database/embedded.ts';
import { enterRelease } from '#server/store/database/presence.ts';
import { tendEvents } from '#server/store/events/merchant-events.ts';
import { createUsageReader, sumUsage } from '#server/store/ledger/usage.ts';
import { createPurchaseAttempts } from '#server/store/payments/attempts.ts';
import { claimDeliveries, queueDeliveries } from '#server/store/webhooks/deliveries.ts';
import { imageOf } from '../../../database-images.ts';
import { silentLog } from '../support/logs.ts';

const planSchema = v.object({ 'Shared Hit Blocks': v.number(), 'Shared Read Blocks': v.number() });
const noticeSchema = v.pipe(v.string(), v.parseJson(), v.object({ Plan: planSchema }));

/** Opens a database that counts the table and index blocks that statements read, even inside functions. */
const openCountingDatabase = async () => {
  const pglite = await PGlite.create({
    loadDataDir: await imageOf('migrated'),
    startParams: embeddedStartParams(PGlite.defaultStartParams),
    extensions: { auto_explain },
  });
  await pglite.exec(enterRelease);
  await pglite.exec(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_buffers = on;
    set auto_explain.log_format = json;
    set client_min_messages = log`);
  let blocks = 0;
  const onNotice = ({ message = '' }: { message?: string | undefined }) => {
    const [, plan] = message.split('plan:\n');
    if (plan === undefined) return;
    const { Plan } = v.parse(noticeSchema, plan);
    blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  };
  const database: Database = {
    query: async <Row>(sql: string, values: readonly unknown[] = []) =>
      (await pglite.query<Row>(sql, [...values], { onNotice })).rows,
    transaction: (work) => work(database),
    close: () => pglite.close(),
  };
  const blocksReadBy = async (work: () => Promise<unknown>): Promise<number> => {
    blocks = 0;
    await work();
    return blocks;
  };
  return { database, exec: (sql: string) => pglite.exec(sql), blocksReadBy };
};

const rows = 4_000;
const customers = 100;

/** Fills the tables. The `replica` role disables triggers, and with them foreign keys. */
const fill = `
  set session_replication_role = replica;
  insert into customers (customer_id, created_at) select 'c' || i, now() from generate_series(1, ${customers}) i;
  insert into accounts (customer_id, balance, held, credits_due_at)
    select customer_id, 100, ${rows / customers}, now() - interval '1 hour' from customers;
  insert into credit_grants (customer_id, grant_id, kind, movement, credits, remaining, held, priority, created_at, is_open)
    select customer_id, md5(customer_id)::uuid, 'purchase', 1, 100, 100, ${rows / customers}, 100, now(), true from customers;
  insert into holds (customer_id, hold_id, credits, expires_in_s, expires_at, created_at, balance_after, held_after)
    select customer_id, gen_random_uuid(), 1, 5, now(), now(), 100, 1
    from customers, generate_series(1, ${rows / customers});
  insert into hold_allocations (customer_id, hold_id, grant_id, credits)
    select customer_id, hold_id, md5(customer_id)::uuid, 1 from holds;
  insert into credit_claims (kind, id, customer_id)
    select 'spend', gen_random_uuid(), customer_id from customers, generate_series(1, 10 * ${rows / customers});
  insert into transactions (customer_id, position, transaction_id, order_id, status, product_id, product_name,
      amount_cents, credits, bonus_credits, created_at)
    select customer_id, i, gen_random_uuid(), gen_random_uuid(), 'pending', 'p', 'P', 1, 1, 0, now()
    from customers, generate_series(1, ${rows / customers}) i;
  insert into purchase_attempts (customer_id, attempt_id, fingerprint, position, sent_at, check_at, created_at)
    select customer_id, order_id, '', position, now(), now(), now() from transactions;
  insert into cards (customer_id, card_id, vault_id, attempt_id, state, check_at, created_at, removed_at)
    select customer_id, gen_random_uuid(), 'v', attempt_id, 'removing', now(), now(), now() from purchase_attempts;
  insert into event_outbox (customer_id, type, data, occurred_at)
    select repeat('a-customer', 4), 'balance.low', '{}', now() from generate_series(1, ${rows});
  insert into webhook_endpoints (url, secret, created_at, queued_event)
    select 'https://merchant.example/', 's', now(), last_id from event_numbers;
  set session_replication_role = default`;

const limits = {
  attemptsPerMinute: 1,
  attemptsInFlight: 1,
  declines: { perCustomer: 1, perNetwork: 1, breakerCount: 1, breakerWindowMs: 1, breakerPauseMs: 1 },
};

type Counting = Awaited<ReturnType<typeof openCountingDatabase>>;

const deliver = async ({ database }: Counting): Promise<void> => {
  const limits = { perEndpoint: 8, leaseMs: 20_000 };
  const outcome = { outcome: 'delivered', retry_ms: 1_000, patience_ms: 1_000 } as const;
  let claimed = await claimDeliveries(database, [], limits);
  while (claimed.length > 0) {
    for (const { endpoint_id: endpoint, event_id: event, attempts } of claimed)
      await callForRow(database, 'book_delivery', { endpoint, event, attempts, ...outcome });
    claimed = await claimDeliveries(database, [], limits);
  }
};

/** Spends a credit of each customer in one batch. */
const spendBatch = ({ database }: Counting) =>
  createCredits(database)('coffer_key_0a1b2c3d').spendBatch(
    Array.from({ length: customers }, (_, place) => {
      const order = { id: crypto.randomUUID(), customerId: `c${place + 1}`, credits: 1 };
      return { ...order, reference: null, description: null };
    }),
  );

/** Makes the statistics stale, as if ANALYZE had run while the tables were almost empty. */
const countTablesAsTiny = `
  update pg_class set reltuples = 1, relpages = 10000
  where relkind in ('r', 'i') and relnamespace = (select relnamespace from pg_class where oid = to_regclass('accounts'))`;

const counting = await openCountingDatabase();
await counting.exec(fill);
await counting.exec(countTablesAsTiny);
afterAll(() => counting.database.close());

// Test the work that a burst of events causes, in this order.
it.each([
  ['expiring credits', () => expireCredits(counting.database)],
  ['publishing and queueing events', () => queueDeliveries(counting.database)],
  ['delivering events', () => deliver(counting)],
  [
    'deleting old events',
    async () => {
      await counting.exec("update events set published_at = now() - interval '31 days'");
      await tendEvents(counting.database);
    },
  ],
])(
  '%s reads few blocks for each event, even with stale statistics',
  async (_, work) => {
    expect(await counting.blocksReadBy(work)).toBeLessThan(70 * rows);
  },
  300_000,
);

it('a batch of spends reads few blocks for each spend, even with stale statistics', async () => {
  // Otherwise, the spends would expire the holds.
  await expireCredits(counting.database);
  expect(await counting.blocksReadBy(() => spendBatch(counting))).toBeLessThan(100 * customers);
});

it('usage and the use of a month read few blocks, however many spends there were', async () => {
  await counting.exec(`
    set session_replication_role = replica;
    insert into accounts (customer_id, movements, granted_movement) values ('spender', ${rows}, ${rows});
    insert into spends (customer_id, spend_id, movement, credits, reference, held_after, created_at)
      select 'spender', gen_random_uuid(), i, 1, 'service ' || i % 5, 0, now() from generate_series(1, ${rows}) i;
    insert into movements (customer_id, movement, kind, reference, cause, balance_after, created_at)
      select customer_id, movement, 'spend', 'spend ' || spend_id, 'api', 0, created_at from spends where customer_id = 'spender';
    insert into usage_queue values ('spender');
    set session_replication_role = default`);
  const { database } = counting;
  expect(await counting.blocksReadBy(() => sumUsage(database))).toBeLessThan(40 * rows);
  const read = createUsageReader(database);
  const reads = async () => {
    expect(await read('spender', { by: 'reference' })).toMatchObject({ credits: rows });
    expect(await createSpendingLimits(database).read('spender')).toMatchObject({ used: rows });
  };
  expect(await counting.blocksReadBy(reads)).toBeLessThan(rows / 4);
});

it('background jobs take no more attempts and cards than their limit, even with stale statistics', async () => {
  const { database } = counting;
  expect(await createPurchaseAttempts(database, limits).takeDue('due', 1_000, 50)).toHaveLength(50);
  const deleteVaultCard = vi.fn(async () => undefined);
  const gateway = { deleteVaultCard, findVaultCard: () => expect.fail('No card is being saved.') };
  await createVaultCards({ database, gateway, config: { outcomeCaseMs: 1 }, log: silentLog }).work();
  expect(deleteVaultCard).toHaveBeenCalledTimes(50);
});

import { callForRow } from '#server/store/database/call-function.ts';
import type { Database } from '#server/store/database/database.ts';
import { migrate } from '#server/store/database/migrate.ts';
import { creditStatements, movementsOfBlock } from './generate-credits.ts';

export interface Volume {
  readonly transactions: number;
  readonly customers: number;
  readonly largest: number;
}

const sliceSize = 500_000;

/** Returns a customer's id. Customer 0 has the most transactions. */
export const customerOf = (index: number): string => `customer-${index}`;

/**
 * Fills a new database with the rows that the store would have written: transactions with attempts, claims, movements
 * and postings. Each customer gets three years of transactions, in chronological order. Of every 20, 17 are
 * completed, 2 declined and 1 refunded. Spends, holds and grants (generate-credits.ts) follow them.
 */
export const generateVolume = async (database: Database, volume: Volume): Promise<void> => {
  await migrate(database);
  const { transactions, customers, largest } = volume;
  const shape = [customers, largest, Math.floor((transactions - largest) / (customers - 1))];
  await write(database, [[makeCustomers, [customers]]]);
  const slices = Math.ceil(transactions / sliceSize);
  for (let slice = 0; slice < slices; slice += 1) {
    await write(database, [
      [takeSlice, [...shape, slice, slices]],
      [makeEntries, []],
      [makeAttempts, []],
      [makeClaims, []],
      [makeMovements, []],
      [makePostings, []],
      ...creditStatements(`1300 * ${completed}`).map((sql) => [sql, []] as const),
      ['drop table slice', []],
    ]);
    console.log(`${slice + 1} of ${slices} slices of ${transactions} transactions are written.`);
  }
  await write(database, [
    [sumAccounts, shape],
    [countBlocks, []],
    [makeGrants, []],
    [allocateGrants, []],
    [markGranted, []],
    [queueUsage, []],
  ]);
  while ((await callForRow(database, 'sum_usage', { limit: 10_000 })).value);
  for (const statement of ['vacuum analyze', 'checkpoint']) await database.query(statement);
};

export const bytesEach = async (database: Database): Promise<readonly { table: string; bytes: number }[]> =>
  database.query(
    `select relname::text as table, (pg_total_relation_size(oid) / (select count(*) from transactions)) as bytes
     from pg_class
     where relkind = 'r' and relnamespace::regnamespace::name = any (current_schemas(false)) and pg_total_relation_size(oid) > 1000000
     order by bytes desc`,
  );

/** Runs statements without foreign key checks. The references are correct; checks would take 100 million lookups. */
const write = (
  database: Database,
  statements: readonly (readonly [string, readonly number[]])[],
): Promise<void> =>
  database.transaction(
    async (transaction) => {
      await transaction.query('set local session_replication_role = replica');
      for (const [sql, values] of statements)
        await (values.length === 0 ? transaction.query(sql) : transaction.query(sql, values));
    },
    { isLong: true },
  );

const makeCustomers = `
  with made as (
    insert into customers (customer_id, email, first_name, attributes_read_at, created_at)
    select 'customer-' || c, 'customer-' || c || '@example.com', 'Ada', now(), now() - interval '3 years'
    from generate_series(0, $1::bigint - 1) c
    returning customer_id
  )
  insert into accounts (customer_id) select customer_id from made`;

/** Selects the next transactions. A customer's nth transaction is number r of its block, after `past` full blocks. */
const takeSlice = `
  create temporary table slice as
  select 'customer-' || c as customer_id, c, n, n.n as position, (n - 1) / 20 as past, (n - 1) % 20 + 1 as r,
    gen_random_uuid() as transaction_id, gen_random_uuid() as order_id,
    now() - interval '3 years' * (1 - n.n::float8 / entries) as at,
    (9000000000 + c * 10000000 + n.n)::text as gateway_transaction_id
  from generate_series(0, $1::bigint - 1) c
  cross join lateral (select case c when 0 then $2::bigint else $3::bigint end as entries) of_customer
  cross join lateral generate_series(entries * $4::bigint / $5::bigint + 1, entries * ($4::bigint + 1) / $5::bigint) n
  order by n.n::float8 / entries, c`;

/** SQL for the completed purchases so far. Each is a plus-1200: $10.00, 1,200 credits and 100 bonus credits. */
const completed = '(past * 17 + least(r, 17))';

const makeEntries = `
  insert into transactions (
    customer_id, position, transaction_id, order_id, status, product_id, product_name, amount_cents, credits, bonus_credits,
    balance_after, refunded_cents, gateway_transaction_id, created_at, settled_at
  )
  select customer_id, position, transaction_id, order_id,
    case when r <= 17 then 'completed' when r <= 19 then 'failed' else 'refunded' end,
    'plus-1200', 'Plus', 1000, 1200, 100, 1300 * (${completed} + (r = 20)::int), case when r = 20 then 1000 else 0 end,
    gateway_transaction_id, at, at + interval '2 s'
  from slice`;

const makeAttempts = `
  insert into purchase_attempts (
    customer_id, attempt_id, fingerprint, position, state, sent_at, check_at, decided_by, refusal_code, refusal_detail,
    created_at, settled_at
  )
  select customer_id, order_id, sha256(uuid_send(transaction_id)), position, 'settled', at, null, 'gateway',
    case when r in (18, 19) then 'declined' end, case when r in (18, 19) then 'Your card was declined.' end,
    at, at + interval '2 s'
  from slice`;

const makeClaims = `
  insert into gateway_claims (kind, claim, customer_id, attempt_id)
  select 'token', sha256(uuid_send(order_id)), customer_id, order_id from slice
  union all
  select 'order', uuid_send(order_id), customer_id, order_id from slice`;

const makeMovements = `
  insert into movements (
    customer_id, movement, position, kind, reference, cause, gateway_transaction_id, balance_after, created_at
  )
  select customer_id, past * ${movementsOfBlock} + least(r, 18), position, 'purchase', 'purchase', 'attempt', gateway_transaction_id,
    1300 * (${completed} + (r = 20)::int), at + interval '2 s'
  from slice where r not in (18, 19)
  union all
  select customer_id, past * ${movementsOfBlock} + 19, position, 'refund', gateway_transaction_id || '/1', 'records', gateway_transaction_id,
    1300 * ${completed}, at + interval '1 h'
  from slice where r = 20`;

const makePostings = `
  insert into postings (customer_id, movement, debit_account, credit_account, amount)
  select customer_id, past * ${movementsOfBlock} + case kind when 'refund' then 19 else least(r, 18) end, debit_account, credit_account, amount
  from slice
  cross join (
    values
      ('purchase', 'gateway', 'sales', 1000),
      ('purchase', 'credits_sold', 'credits', 1200),
      ('purchase', 'promotions', 'bonus', 100),
      ('refund', 'refunds', 'gateway', 1000),
      ('refund', 'credits', 'credits_sold', 1200),
      ('refund', 'bonus', 'promotions', 100)
  ) posted (kind, debit_account, credit_account, amount)
  where r not in (18, 19) and (kind = 'purchase' or r = 20)`;

const sumAccounts = `
  update accounts set
    entries = sums.entries, balance = 1300 * completed, credits_purchased = 1300 * completed, spent_cents = 1000 * completed,
    movements = past * ${movementsOfBlock} + case when r = 20 then ${movementsOfBlock} else least(r, 17) end
  from (
    select c, entries, past, r, ${completed} as completed
    from generate_series(0, $1::bigint - 1) c
    cross join lateral (select case c when 0 then $2::bigint else $3::bigint end as entries) of_customer
    cross join lateral (select (entries - 1) / 20 as past, (entries - 1) % 20 + 1 as r) place
  ) sums
  where accounts.customer_id = 'customer-' || sums.c`;

const countBlocks = `
  insert into ledger_blocks (customer_id, status, block, entries)
  select customer_id, status, ledger_block_of(position), count(*) from transactions group by 1, 2, 3`;

/** Creates grants like the migration that added grants for existing balances. */
const makeGrants = `
  insert into credit_grants (customer_id, grant_id, kind, movement, credits, remaining, priority, created_at, is_open)
  select customer_id, gen_random_uuid(), 'purchase', movements, balance, balance, 100, now(), true
  from accounts where balance > 0`;

const allocateGrants = `
  insert into grant_allocations (customer_id, movement, grant_id, credits)
  select customer_id, movement, grant_id, credits from credit_grants where is_open`;

const queueUsage = 'insert into usage_queue select customer_id from accounts where movements >= 256';

const markGranted = 'update accounts set granted_movement = movements';

import { afterEach, describe, expect, it } from 'vitest';
import { createCredits, type SpendOrder } from '#server/store/credits/create-credits.ts';
import type { Database } from '#server/store/database/database.ts';
import { shareEventSettings } from '#server/store/events/merchant-events.ts';
import { stopStoreClock } from '../../../store-clock.ts';
import { createOperator } from '../support/operator.ts';
import { addCustomer } from '../support/spending.ts';
import { expectBooksToBalance } from '../support/store-under-test.ts';
import { databaseOfFile, watchStatements } from '../support/test-database.ts';

const database = await databaseOfFile();
const clock = await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
const creditsOver = (over: Database) => createCredits(over)('coffer_key_0a1b2c3d');
const credits = creditsOver(database);
await shareEventSettings(database, { lowBalanceCredits: 42 });
afterEach(() => expectBooksToBalance(database));

const newCustomer = (balance: number) => addCustomer(database, balance);
/** Turns top-up on without a card or a product. The `replica` role disables foreign keys. */
const turnOnTopUp = (customerId: string, below: number) =>
  database.transaction(async ({ query }) => {
    await query('set local session_replication_role = replica');
    await query('update accounts set top_up_below = $2 where customer_id = $1', [customerId, below]);
    await query(
      `insert into top_ups (customer_id, state, threshold_credits, product_id, product_version, card_id, monthly_limit_cents,
         consented_at)
       values ($1, 'on', $2, 'p', 1, gen_random_uuid(), 1, now())`,
      [customerId, below],
    );
  });
const spendOf = (customerId: string, amount: number, id: string = crypto.randomUUID()): SpendOrder => ({
  id,
  customerId,
  credits: amount,
  reference: null,
  description: null,
});
const available = async (customerId: string) => (await credits.readCustomer(customerId))?.available;

/** Creates customers in the same states each time, and spends that meet every case. */
const createScene = async () => {
  const customers: string[] = [];
  for (const balance of [100, 5, 5, 60, 50, 50]) customers.push(await newCustomer(balance));
  const [rich = '', poor = '', blocked = '', topped = '', other = '', limited = ''] = customers;
  await database.query('select save_spending_limit($1, 20, null)', [limited]);
  const hold = { id: crypto.randomUUID(), customerId: rich, credits: 20, expiresInSeconds: 600 };
  await credits.hold({ ...hold, reference: null });
  for (const [amount, minutes] of [
    [10, 60],
    [7, 1],
    [3, 90],
  ] as const)
    await credits.grant({
      ...{ id: crypto.randomUUID(), customerId: rich, credits: amount, reason: 'x', priority: 100 },
      expiresAt: clock.after(minutes * 60_000),
    });
  const earlier = [spendOf(rich, 2), spendOf(rich, 1), spendOf(other, 1), spendOf(other, 1)] as const;
  const [known, changed, ofOther, another] = earlier;
  for (const order of earlier) await credits.spend(order);
  await createOperator(database).run('block', blocked);
  await turnOnTopUp(topped, 50);
  await database.query('update event_settings set sends_mail = true');
  await database.query('update customers set low_balance_notice = 75 where customer_id = $1', [rich]);
  const spend = (customerId: string, ...amounts: number[]) =>
    amounts.map((amount) => spendOf(customerId, amount));
  const orders = [
    ...[...spend(topped, 5), ...spend(rich, 4), ...spend(poor, 6)],
    { ...spendOf(rich, 9), reference: 'job 1', description: 'A picture' },
    ...[...spend(poor, 5, 1), ...spend('unknown', 1), ...spend(blocked, 1)],
    ...[known, { ...changed, credits: 3 }],
    ...[spendOf(rich, 1, ofOther.id), spendOf('unknown', 1, another.id)],
    ...[...spend(topped, 10, 500, 600), ...spend(rich, 200, 30, 10), ...spend(limited, 15, 60, 6, 5, 1)],
  ];
  const grants = await database.query<{ id: string }>(
    `select grant_id as id from credit_grants where customer_id = any($1)
     order by array_position($1, customer_id), priority, credits`,
    [customers],
  );
  const ids = [...customers, hold.id, ...grants.map(({ id }) => id), ...orders.map(({ id }) => id)];
  /** Replaces ids by their places. */
  const anonymous = (value: unknown) =>
    ids.reduce((text, id, place) => text.replaceAll(id, `id ${place}`), JSON.stringify(value));
  const rows = async () => {
    const all = tables.map(
      (table) =>
        `select to_jsonb(${table}) - '{entry,request_id,mail_id}'::text[] as "row" from ${table} where customer_id = any($1)`,
    );
    return (await database.query(all.join(' union all '), [customers])).map(anonymous).sort();
  };
  return { orders, anonymous, rows, rich };
};
const tables = [
  ...['accounts', 'movements', 'postings', 'credit_grants', 'grant_allocations', 'credit_claims', 'spends'],
  ...['event_outbox', 'top_up_requests', 'mails', 'spending_limit_reports'],
];

describe('a batch of spends', () => {
  it('has the results and leaves the rows that single calls would', async () => {
    const [apart, together] = [await createScene(), await createScene()];
    await clock.advance(120_000);
    const single = [];
    for (const order of apart.orders) single.push(await credits.spend(order));
    const { watched, statements } = watchStatements(database);
    const batch = await creditsOver(watched).spendBatch(together.orders);
    expect(statements).toHaveLength(1);
    expect(batch.map(({ outcome }) => outcome)).toEqual([
      ...['created', 'created', 'insufficient-credits', 'created', 'created', 'insufficient-credits'],
      ...['customer-not-found', 'customer-blocked', 'repeated', 'id-reused', 'id-reused', 'id-reused'],
      ...['created', 'insufficient-credits', 'insufficient-credits', 'insufficient-credits'],
      ...['created', 'created', 'created', 'spending-limit-reached', 'spending-limit-reached', 'created'],
      'spending-limit-reached',
    ]);
    const clean = single.map(({ outcome, ...rest }) =>
      outcome === 'id-reused' ? { outcome } : { outcome, ...rest },
    );
    expect(JSON.parse(together.anonymous(batch))).toEqual(JSON.parse(apart.anonymous(clean)));
    expect(await together.rows()).toEqual(await apart.rows());
    expect(await available(together.rich)).toBe(40);
  });

  it('treats a repeated id as a later call, also for another customer', async () => {
    const [one = '', other = ''] = [await newCustomer(10), await newCustomer(10)].toSorted();
    const [id, again] = [crypto.randomUUID(), crypto.randomUUID()];
    const orders = [
      spendOf(other, 2, id),
      spendOf(one, 3, again),
      spendOf(one, 3, id),
      spendOf(one, 3, again),
      spendOf(one, 4, again),
    ];
    const { watched, statements } = watchStatements(database);
    const outcomes = (await creditsOver(watched).spendBatch(orders)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['created', 'created', 'id-reused', 'repeated', 'id-reused']);
    // A single call for each spend would take seconds for a large batch.
    expect(statements).toHaveLength(3);
    expect(await available(one)).toBe(7);
  });

  it('runs as single calls if the database refuses it, and one failure doesn’t block the others', async () => {
    const [one, other] = [await newCustomer(10), await newCustomer(10)];
    const deadlock = Object.assign(new Error('deadlock detected'), { severity: 'ERROR', code: '40P01' });
    let refused = 'spend_batch';
    const refusing: Database = {
      ...database,
      query: (sql, values) =>
        sql.includes('spend_batch') || JSON.stringify(values).includes(refused)
          ? Promise.reject(deadlock)
          : database.query(sql, values),
    };
    const orders = [spendOf(one, 1), spendOf(other, 2), spendOf(one, 10)];
    const outcomes = (await creditsOver(refusing).spendBatch(orders)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['created', 'created', 'insufficient-credits']);
    refused = one;
    await expect(creditsOver(refusing).spendBatch([spendOf(one, 1), spendOf(other, 3)])).rejects.toBe(
      deadlock,
    );
    expect([await available(one), await available(other)]).toEqual([9, 5]);
  });

  it('takes exactly what a customer has, with ten batches at the same time', async () => {
    const customerId = await newCustomer(100);
    const processes = [creditsOver(database), creditsOver(database)];
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        (processes[turn % 2] ?? credits).spendBatch(Array.from({ length: 25 }, () => spendOf(customerId, 1))),
      ),
    );
    const made = results.flat().filter(({ outcome }) => outcome === 'created');
    expect(made).toHaveLength(100);
    expect(await available(customerId)).toBe(0);
  });
});

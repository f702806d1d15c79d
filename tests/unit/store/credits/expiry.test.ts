import { afterEach, expect, it } from 'vitest';
import { createCredits } from '#server/store/credits/create-credits.ts';
import { expireCredits } from '#server/store/credits/expire-credits.ts';
import type { Database, Queryable } from '#server/store/database/database.ts';
import { stopStoreClock } from '../../../store-clock.ts';
import { expectBooksToBalance } from '../support/store-under-test.ts';
import { databaseOfFile } from '../support/test-database.ts';

const hourMs = 3_600_000;

const database = await databaseOfFile();
const clock = await stopStoreClock(database, new Date('2026-11-20T12:00:00Z'));
afterEach(() => expectBooksToBalance(database));

/** Adds customers with 10 credits that expire in an hour, and holds 5 of the credits for half an hour. */
const makeCustomers = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const add = 'insert into customers (customer_id, created_at) select unnest($1::text[]), now()';
  await database.query(add, [ids]);
  await database.query('insert into accounts (customer_id) select unnest($1::text[])', [ids]);
  const credits = createCredits(database)('coffer_key_0a1b2c3d');
  const expiresAt = clock.after(hourMs);
  await Promise.all(
    ids.map(async (customerId) => {
      const granted = { customerId, credits: 10, reason: 'x', expiresAt, priority: 100 };
      await credits.grant({ id: crypto.randomUUID(), ...granted });
      const held = { customerId, credits: 5, expiresInSeconds: 1_800, reference: null };
      await credits.hold({ id: crypto.randomUUID(), ...held });
    }),
  );
  return ids;
};
const sums = (ids: readonly string[]) =>
  database.query(
    'select balance, held, count(*) from accounts where customer_id = any($1) group by 1, 2 order by 1, 2',
    [ids],
  );

it('the expiry job books each expiry of inactive customers once', async () => {
  const ids = await makeCustomers(230);
  await expireCredits(database);
  expect(await sums(ids)).toEqual([{ balance: 10, held: 5, count: 230 }]);
  await clock.advance(hourMs / 2);
  await expireCredits(database);
  expect(await sums(ids)).toEqual([{ balance: 10, held: 0, count: 230 }]);
  await clock.advance(hourMs / 2);
  await Promise.all([expireCredits(database), expireCredits(database)]);
  expect(await sums(ids)).toEqual([{ balance: 0, held: 0, count: 230 }]);
  expect(await database.query('select from accounts where credits_due_at is not null')).toEqual([]);
});

it('an extended hold expires at its new time, and an expired grant when its hold ends', async () => {
  const [customerId = ''] = await makeCustomers(1);
  const credits = createCredits(database)('coffer_key_0a1b2c3d');
  const id = crypto.randomUUID();
  const order = { id, customerId, credits: 5, expiresInSeconds: 60, reference: null };
  const first = await credits.hold(order);
  await clock.advance(59_999);
  expect(await credits.extendHold({ id, expiresInSeconds: 7_200 })).toMatchObject({
    outcome: 'extended',
    hold: { state: 'open', expires_at: clock.after(2 * hourMs).toISOString(), held: 10 },
  });
  expect(await credits.hold(order)).toEqual({ ...first, outcome: 'repeated' });
  await clock.advance(hourMs);
  await expireCredits(database);
  expect(await sums([customerId])).toEqual([{ balance: 5, held: 5, count: 1 }]);
  await credits.extendHold({ id, expiresInSeconds: 1 });
  await clock.advance(1_000);
  await expireCredits(database);
  expect(await sums([customerId])).toEqual([{ balance: 0, held: 0, count: 1 }]);
  expect(await credits.extendHold({ id, expiresInSeconds: 1 })).toEqual({ outcome: 'hold-expired' });
});

it('an account whose expiry cannot be booked does not block other accounts', async () => {
  const ids = await makeCustomers(3);
  const [broken] = ids;
  await database.query('update credit_grants set remaining = 9 where customer_id = $1', [broken]);
  await database.query('update accounts set balance = -1000000000000 where customer_id = $1', [broken]);
  await clock.advance(hourMs);
  await expect(expireCredits(database)).rejects.toThrow('accounts_balance_bound');
  expect(await sums(ids)).toMatchObject([{ count: 1 }, { balance: 0, held: 0, count: 2 }]);
  await database.query('update credit_grants set remaining = 10 where customer_id = $1', [broken]);
  await database.query('update accounts set balance = 10 where customer_id = $1', [broken]);
  await expireCredits(database);
  expect(await sums(ids)).toEqual([{ balance: 0, held: 0, count: 3 }]);
});

it('the expiry job finds due accounts through their index', async () => {
  const [id = ''] = await makeCustomers(1);
  await clock.advance(hourMs);
  const plans: string[] = [];
  const watched: Database = {
    ...database,
    query: async (sql, values) => {
      if (sql.includes('from accounts')) plans.push(await planOf(sql, values));
      return database.query(sql, values);
    },
  };
  await expireCredits(watched);
  expect(plans).toEqual([expect.stringMatching(/accounts_credits_due.*Index Cond: \(credits_due_at <=/s)]);
  expect(await sums([id])).toMatchObject([{ balance: 0, held: 0 }]);
});

/** Returns the query plan that PostgreSQL would choose for a large table. */
const planOf = (sql: string, values: readonly unknown[] = []): Promise<string> =>
  database.transaction(async (transaction) => {
    await transaction.query('set local enable_seqscan = off');
    const rows = await transaction.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

it('holds that expire together are booked together', async () => {
  const [customerId = ''] = await makeCustomers(1);
  const credits = createCredits(database)('coffer_key_0a1b2c3d');
  const order = { customerId, credits: 1, expiresInSeconds: 60, reference: null };
  const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
  await Promise.all(ids.map((id) => credits.hold({ id, ...order })));
  await clock.advance(60_000);
  const changes = await database.transaction(async (transaction) => {
    const before = await countChanges(transaction);
    await transaction.query('select lock_credits($1)', [customerId]);
    return (await countChanges(transaction)) - before;
  });
  // Expect one update of the held credits, and another that sets when the next credits expire.
  expect(changes).toBe(2);
  expect(await sums([customerId])).toEqual([{ balance: 10, held: 5, count: 1 }]);
  for (const id of ids) expect(await credits.readHold(id)).toMatchObject({ state: 'expired', held: 5 });
});

const countChanges = async (transaction: Queryable): Promise<number> => {
  const [row] = await transaction.query<{ changes: number }>(
    "select pg_stat_get_xact_tuples_updated('accounts'::regclass) as changes",
  );
  return row?.changes ?? 0;
};

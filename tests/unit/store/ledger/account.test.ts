import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { profileSchema } from '#contract/account.ts';
import { type TransactionStatus, transactionStatuses } from '#contract/queries.ts';
import { historySchema } from '#contract/transactions.ts';
import { seedCustomer } from '#server/store/ledger/seeding.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const store = await storeOfFile();
afterEach(() => {
  store.pool.failWith = undefined;
});

describe('GET /api/auth/profile', () => {
  const profile = (as: string) => store.call('/api/auth/profile', { as });
  const signInAgain = (sub: string) =>
    store.pool.accessToken(sub, { auth_time: Math.floor(Date.now() / 1000) });

  it('creates the customer once, from the pool’s attributes', async () => {
    const names = { given_name: 'Ada', family_name: 'King', phone_number: '+15551234567' };
    store.pool.attributes.set('ada', { email: 'ada@example.com', ...names });
    const first = await profile('ada');
    store.pool.attributes.delete('ada');
    const second = await profile('ada');

    const shown = { firstName: 'Ada', lastName: 'King', phone: '+15551234567' };
    expect(v.parse(profileSchema, first.body)).toEqual({ id: 'ada', email: 'ada@example.com', ...shown });
    expect(second.body).toEqual(first.body);
  });

  it('creates the customer without attributes if the pool fails and adds them at the next sign-in', async () => {
    const token = await store.pool.accessToken('bob');
    await store.call('/api/products/', { as: token });
    store.pool.failWith = 500;
    const early = await profile(token);
    store.pool.failWith = undefined;
    store.pool.attributes.set('bob', { email: 'bob@example.com', given_name: '' });
    const repeated = await profile(token);
    const late = await profile(await signInAgain('bob'));

    const nothing = { id: 'bob', email: null, firstName: null, lastName: null, phone: null };
    for (const reply of [early, repeated]) expect(reply).toMatchObject({ status: 200, body: nothing });
    expect(late).toMatchObject({ status: 200, body: { ...nothing, email: 'bob@example.com' } });
  });

  it('creates one customer for concurrent calls', async () => {
    store.pool.attributes.set('cy', { email: 'cy@example.com' });
    const replies = await Promise.all(Array.from({ length: 5 }, () => profile('cy')));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await store.database.query("select 1 from accounts where customer_id = 'cy'")).toHaveLength(1);
  });

  it('keeps any character of a name except control characters', async () => {
    store.pool.attributes.set('dee', {
      given_name: '<b>\u202eאדה\0\u001b פא\u200cטמה 🪙\ud83d',
      family_name: "O'Neil",
    });
    expect(await profile('dee')).toMatchObject({
      body: { firstName: '<b>אדה פא\u200cטמה 🪙', lastName: "O'Neil" },
    });
  });
});

it.each([
  '/api/credits/balance',
  '/api/credits',
  '/api/transactions/summary',
  '/api/transactions/history',
  '/api/transactions/history?status=failed',
  '/api/activity',
  '/api/activity?kind=spend',
])('a user without a customer record gets a 404 response from %s', async (path) => {
  const notFound = { status: 404, body: { detail: 'Customer not found' } };
  expect(await store.call(path, { as: 'stranger' })).toMatchObject(notFound);
});

it('a new customer has no credits and no transactions', async () => {
  const as = await store.newCustomer();
  const [balance, summary, all, failed] = await Promise.all([
    store.call('/api/credits/balance', { as }),
    store.call('/api/transactions/summary', { as }),
    store.call('/api/transactions/history', { as }),
    store.call('/api/transactions/history?status=failed', { as }),
  ]);
  expect(balance.body).toEqual({ balance: 0 });
  const counts = { total_transactions: 0, total_credits_purchased: 0, current_balance: 0 };
  expect(summary.body).toEqual({ total_spent_display: '$0.00', ...counts });
  const empty = { transactions: [], pagination: { total_pages: 0, total_items: 0 } };
  expect(all.body).toEqual(empty);
  expect(failed.body).toEqual(empty);
});

describe('a customer with a long ledger', () => {
  const entries = 1000;
  const id = 'grace';
  beforeAll(async () => {
    const customer = { id, email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', phone: null };
    await seedCustomer(store.database, customer, entries, store.products, store.clock.now);
    await seedCustomer(store.database, customer, 5, store.products, store.clock.now);
  });

  const readAll = async (limit: number, status?: TransactionStatus) => {
    const pages = [];
    for (let page = 1; ; page += 1) {
      const query = `page=${page}&limit=${limit}${status === undefined ? '' : `&status=${status}`}`;
      const reply = await store.call(`/api/transactions/history?${query}`, { as: id });
      const history = v.parse(historySchema, reply.body);
      if (history.transactions.length === 0) return { pages, pagination: history.pagination };
      pages.push(history.transactions);
    }
  };

  const rowsOf = (status?: TransactionStatus) =>
    store.database.query<{ transaction_id: string; created_at: Date }>(
      `select transaction_id, created_at from transactions
       where customer_id = $1 and ($2::text is null or status = $2) order by position desc`,
      [id, status],
    );

  it.each([undefined, ...transactionStatuses])(
    'pages through every entry once, newest first (status %s)',
    async (status) => {
      const rows = await rowsOf(status);
      const { pages, pagination } = await readAll(37, status);
      const ids = pages.flat().map((transaction) => transaction.id);
      expect(ids).toEqual(rows.map((row) => row.transaction_id));
      expect(pagination).toEqual({ total_items: rows.length, total_pages: pages.length });
      const times = rows.map((row) => row.created_at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    },
  );

  it('gets the total number of items even beyond the last page', async () => {
    const reply = await store.call('/api/transactions/history?page=99999&status=pending', { as: id });
    const { total_items } = v.parse(historySchema, reply.body).pagination;
    expect(total_items).toBe((await rowsOf('pending')).length);
  });
});

import { expect, it } from 'vitest';
import { createLedger } from '#server/store/ledger/ledger.ts';
import { pay, paymentRequest } from '../support/payment-requests.ts';
import { storeOfFile } from '../support/store-under-test.ts';
import { watchStatements } from '../support/test-database.ts';

const store = await storeOfFile({}, { booksBalance: false });

it('concurrent reads share statements and return each customer’s own data', async () => {
  const [ada, bob] = await Promise.all([store.newCustomer(), store.newCustomer()]);
  for (let count = 0; count < 3; count += 1) await pay(store, bob, paymentRequest(), crypto.randomUUID());
  const { watched, statements } = watchStatements(store.database);
  const { readBalance, readSummary, readHistory } = createLedger(watched);
  type Page = [customer: string, page: number, limit: number];
  const pagesOfBob: Page[] = [
    [bob, 1, 2],
    [bob, 2, 2],
    [bob, 3, 2],
    [bob, 1, 1],
  ];
  const pages: Page[] = [...pagesOfBob, [ada, 1, 10], ['unknown', 1, 10]];
  const balances = Promise.allSettled([bob, 'unknown', ada, bob].map(readBalance));
  const summaries = Promise.all([ada, bob].map(readSummary));
  const histories = Promise.allSettled(
    pages.map(([customer, page, limit]) => readHistory(customer, { page, limit, status: undefined })),
  );
  const ofBob = { value: { balance: 3900 } };
  const ofOthers = [{ reason: { status: 404 } }, { value: { balance: 0 } }];
  expect(await balances).toMatchObject([ofBob, ...ofOthers, ofBob]);
  expect(await summaries).toMatchObject([{ total_transactions: 0 }, { total_transactions: 3 }]);
  const found = (await histories).map((history) =>
    history.status === 'rejected'
      ? history.reason.status
      : [
          history.value.pagination.total_items,
          ...history.value.transactions.map((entry) => entry.balance_after_transaction),
        ],
  );
  expect(found).toEqual([[3, 3900, 2600], [3, 1300], [3], [3, 3900], [0], 404]);
  expect(statements).toHaveLength(2);
});

it('a customer’s unreadable row does not break other customers’ reads', async () => {
  const { database } = store;
  const [ada, bob, eve] = await Promise.all([store.newCustomer(), store.newCustomer(), store.newCustomer()]);
  for (const customer of [bob, eve]) await pay(store, customer, paymentRequest(), crypto.randomUUID());
  const overflow = 'update accounts set balance = 9007199254740993 where customer_id = $1';
  await expect(database.query(overflow, [eve])).rejects.toThrow('accounts_balance_bound');
  await database.query('alter table accounts drop constraint accounts_balance_bound');
  await database.query(overflow, [eve]);
  const falsify = 'update transactions set balance_after = 9007199254740993 where customer_id = $1';
  await database.query(falsify, [eve]);

  const { readBalance, readSummary, readHistory } = createLedger(database);
  const page = (customer: string) => readHistory(customer, { page: 1, limit: 10, status: undefined });
  for (const read of [readBalance, readSummary, page]) {
    const reads = await Promise.allSettled(
      [ada, eve, bob, eve, ada].map((customer): Promise<unknown> => read(customer)),
    );
    const fulfilled = reads.map(({ status }) => status === 'fulfilled');
    expect(fulfilled).toEqual([true, false, true, false, true]);
  }
  expect(await readBalance(bob)).toEqual({ balance: 1300 });
});

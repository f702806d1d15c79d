import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerIn } from '#server/store/ledger.ts';
import { pay, paymentRequest } from './support/payment-requests.ts';
import { type StoreUnderTest, startStoreUnderTest } from './support/store-under-test.ts';
import { watchStatements } from './support/watch-statements.ts';

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
}, 60_000);
afterAll(() => store.close());

it('reads what is asked for at once by one statement for each kind, each for whom it was asked', async () => {
  const [ada, bob] = await Promise.all([store.newCustomer(), store.newCustomer()]);
  for (let count = 0; count < 3; count += 1) await pay(store, bob, paymentRequest(), crypto.randomUUID());
  const { watched, statements } = watchStatements(store.database);
  const { readBalance, readSummary, readHistory } = ledgerIn(watched);
  const pages = [
    [bob, 1, 2],
    [ada, 1, 10],
    [bob, 2, 2],
    ['nobody', 1, 10],
    [bob, 3, 2],
    [bob, 1, 1],
  ] as const;
  const balances = Promise.allSettled([bob, 'nobody', ada, bob].map(readBalance));
  const summaries = Promise.all([ada, bob].map(readSummary));
  const histories = Promise.allSettled(
    pages.map(([customer, page, limit]) => readHistory(customer, { page, limit, status: undefined })),
  );
  expect(await balances).toMatchObject([
    { value: { balance: 3900 } },
    { reason: { status: 404 } },
    { value: { balance: 0 } },
    { value: { balance: 3900 } },
  ]);
  expect(await summaries).toMatchObject([{ total_transactions: 0 }, { total_transactions: 3 }]);
  const found = (await histories).map((history) =>
    history.status === 'rejected'
      ? history.reason.status
      : [
          history.value.pagination.total_items,
          ...history.value.transactions.map((entry) => entry.balance_after_transaction),
        ],
  );
  expect(found).toEqual([[3, 3900, 2600], [0], [3, 1300], 404, [3], [3, 3900]]);
  expect(statements).toHaveLength(2);
});

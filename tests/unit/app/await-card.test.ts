import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { historyQuery, startLedger } from '#app/ledger/ledger-actor.ts';
import type { Transaction } from '#contract/transactions.ts';
import { awaitCard } from '#features/ledger/await-card.ts';
import { selectOpenTransaction } from '#machines/lists/ledger.selectors.ts';
import { completedTransaction } from '#tests/transactions.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

const pagination = { total_pages: 1, total_items: 1 };
/** Returns a purchase made just now, stamped by a store clock that is ten minutes behind. */
const paidNow = (): Transaction => ({
  ...completedTransaction,
  id: 't1',
  transaction_date: new Date(Date.now() - 10 * 60_000).toISOString(),
  card: null,
});

const open = async (transaction: Transaction) => {
  const world = { transaction, isAway: false, readings: 0 };
  const store = {
    async history() {
      world.readings += 1;
      if (world.isAway) throw new Error('Away');
      return { transactions: [world.transaction], pagination };
    },
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ledger = startLedger(
    {
      store,
      queryClient,
      onAddressChanged: () => undefined,
      beforeRows: async () => undefined,
      inspect: () => undefined,
    },
    { status: 'completed', page: 1, tx: 't1' },
  );
  await vi.advanceTimersByTimeAsync(0);
  const stop = awaitCard(ledger, (query) =>
    queryClient.fetchQuery({ ...historyQuery(store, query), staleTime: 0 }).then(
      () => true,
      () => false,
    ),
  );
  onTestFinished(() => {
    stop();
    ledger.stop();
    queryClient.clear();
  });
  return { world, stop, shown: () => selectOpenTransaction(ledger.getSnapshot()) };
};

test('an open receipt is refetched until it shows the card, and stays open if a fetch fails', async () => {
  const { world, shown } = await open(paidNow());
  await vi.advanceTimersByTimeAsync(2_000);
  expect([world.readings, shown()?.card]).toEqual([2, null]);
  world.isAway = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect([world.readings, shown()?.id]).toEqual([3, 't1']);
  world.isAway = false;
  world.transaction = { ...world.transaction, card: { brand: 'visa', last4: '1111' } };
  await vi.advanceTimersByTimeAsync(8_000);
  expect([world.readings, shown()?.card?.last4]).toEqual([4, '1111']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.readings).toBe(4);
});

test.each([
  ['is closed', {}, true, 1],
  ['is old', { transaction_date: '2020-01-01T00:00:00Z' }, false, 1],
  ['is not paid', { status: 'pending' }, false, 1],
  ['never shows the card', {}, false, 5],
])('a receipt that %s is not refetched forever', async (_, change, isClosed, readings) => {
  const { world, stop } = await open({ ...paidNow(), ...change });
  if (isClosed) stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(world.readings).toBe(readings);
});

import { focusManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshStaleHistory, startLedger } from '#app/ledger/ledger-actor.ts';
import { completedTransaction } from '#tests/transactions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => focusManager.setFocused(undefined));

const fiveMinutes = 5 * 60_000;

test('a history page is fresh for five minutes, and focusing the window does not refetch it', async () => {
  const queryClient = new QueryClient();
  queryClient.mount();
  const asked: number[] = [];
  const ledger = startLedger(
    {
      store: {
        async history({ page }) {
          asked.push(page);
          return { transactions: [completedTransaction], pagination: { total_pages: 3, total_items: 30 } };
        },
      },
      queryClient,
      onAddressChanged: vi.fn(),
      beforeRows: async () => undefined,
      inspect: () => undefined,
    },
    { status: 'completed', page: 1, tx: null },
  );
  const visitPage = async (page: number) => {
    ledger.send({ type: 'page.chosen', page });
    await vi.advanceTimersByTimeAsync(0);
  };
  await vi.advanceTimersByTimeAsync(0);
  await visitPage(2);
  expect(asked).toEqual([1, 2]);

  await vi.advanceTimersByTimeAsync(fiveMinutes - 1);
  await visitPage(1);
  expect(asked).toEqual([1, 2]);

  await vi.advanceTimersByTimeAsync(1);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([1, 2]);
  await visitPage(2);
  expect(asked).toEqual([1, 2, 2]);

  const visitDashboard = async () => {
    refreshStaleHistory(queryClient, ledger);
    await vi.advanceTimersByTimeAsync(0);
  };
  await vi.advanceTimersByTimeAsync(fiveMinutes - 1);
  await visitDashboard();
  expect(asked).toEqual([1, 2, 2]);
  await vi.advanceTimersByTimeAsync(1);
  await visitDashboard();
  expect(asked).toEqual([1, 2, 2, 2]);

  ledger.stop();
  queryClient.unmount();
  queryClient.clear();
});

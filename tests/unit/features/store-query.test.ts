import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoreRead, StoreReader } from '#domain/store.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import { fullStore } from '#gallery/harness/fixtures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => focusManager.setFocused(undefined));

const open = ({ read }: Pick<StoreReader, 'read'> = { read: (name) => fullStore[name]() }) => {
  const asked: StoreRead[] = [];
  const storeQuery = createStoreQuery({
    read(name) {
      asked.push(name);
      return read(name);
    },
  });
  const client = new QueryClient();
  client.mount();
  return {
    asked,
    client,
    storeQuery,
    close() {
      client.unmount();
      client.clear();
    },
  };
};

const minute = 60_000;

test.each<[StoreRead, number]>([
  ['profile', 5 * minute],
  ['products', 5 * minute],
  ['summary', 5 * minute],
  ['balance', minute / 2],
  ['credits', minute / 2],
])('the data of %s is fresh for %d ms', async (name, freshness) => {
  const { asked, client, storeQuery, close } = open();
  await client.fetchQuery(storeQuery(name));
  await vi.advanceTimersByTimeAsync(freshness - 1);
  await client.fetchQuery(storeQuery(name));
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await client.fetchQuery(storeQuery(name));
  expect(asked).toHaveLength(2);
  close();
});

test('focusing the window refreshes stale data, except the summary', async () => {
  const { asked, client, storeQuery, close } = open();
  const stops = [
    new QueryObserver(client, storeQuery('balance')).subscribe(() => undefined),
    new QueryObserver(client, storeQuery('summary')).subscribe(() => undefined),
  ];
  await vi.advanceTimersByTimeAsync(6 * minute);
  expect(asked).toEqual(['balance', 'summary']);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['balance', 'summary', 'balance']);
  for (const stop of stops) stop();
  close();
});

test('a failed prefetch is shown as a failure, and fetched again by Retry or the next visit', async () => {
  const { asked, client, storeQuery, close } = open({ read: () => Promise.reject(new Error('unreadable')) });
  await client.prefetchQuery(storeQuery('summary'));
  const screen = new QueryObserver(client, { ...storeQuery('summary'), retry: false });
  const stop = screen.subscribe(() => undefined);
  expect(screen.getCurrentResult().status).toBe('error');
  expect(asked).toEqual(['summary']);
  await screen.refetch();
  expect(asked).toEqual(['summary', 'summary']);
  await client.prefetchQuery(storeQuery('summary'));
  expect(asked, 'at the next visit').toEqual(['summary', 'summary', 'summary']);
  stop();
  close();
});

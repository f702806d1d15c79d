import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { activityAt, visitActivity } from '#app/ledger/activity-actor.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import { fullStore } from '#gallery/harness/fixtures.ts';
import { selectView } from '#machines/lists/activity.selectors.ts';
import type { ActivityAddress } from '#machines/lists/activity.types.ts';
import { spendEntry } from '#tests/activity.ts';
import { settled } from '../inline/page.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const newest: ActivityAddress = { kind: 'all', before: null, newer: [] };
const refusal = (status: number, detail: string) => new StoreError('refused', detail, { status });

const unknown = refusal(404, 'Customer not found');

const start = (
  read: StoreReader['activity'],
  address = newest,
  register: () => Promise<void> = () => Promise.reject(unknown),
) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = { activity: vi.fn(read) };
  const session = {
    store,
    queryClient,
    storeQuery: createStoreQuery({ read: (name) => register().then(fullStore[name]) }),
    inspect: () => undefined,
    pages: { ledger: null, activity: null },
  };
  const activity = activityAt(session, address);
  stops.push(() => {
    activity.stop();
    queryClient.clear();
  });
  const moves: ActivityAddress[] = [];
  activity.on('address.changed', (event) => moves.push(event.address));
  return { activity, session, store, moves, view: () => selectView(activity.getSnapshot()) };
};

test('a customer without a record gets one before the activity is read', async () => {
  let isKnown = false;
  const { view } = start(
    () => (isKnown ? Promise.resolve({ entries: [spendEntry], next: null }) : Promise.reject(unknown)),
    newest,
    async () => {
      isKnown = true;
    },
  );
  await settled();
  expect(view()).toBe('rows');
});

test('a customer who stays without a record has no activity', async () => {
  const { view } = start(
    () => Promise.reject(unknown),
    newest,
    () => Promise.reject(unknown),
  );
  await settled();
  expect(view()).toBe('empty');
});

test('a visit reloads a page that a purchase has made stale, and no other', async () => {
  const { activity, session, store } = start(async () => ({ entries: [spendEntry], next: null }));
  await settled();
  visitActivity(session, activity, newest);
  await settled();
  expect(store.activity).toHaveBeenCalledTimes(1);
  await session.queryClient.invalidateQueries({ queryKey: ['activity'] });
  visitActivity(session, activity, newest);
  await settled();
  expect(store.activity).toHaveBeenCalledTimes(2);
});

import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activityAt, visitActivity } from '#app/ledger/activity-actor.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import { createStoreQuery } from '#features/shared/store-query.ts';
import { fullStore } from '#gallery/harness/fixtures.ts';
import { selectView } from '#machines/lists/activity.selectors.ts';
import type { ActivityAddress } from '#machines/lists/activity.types.ts';
import { selectDownloadState } from '#machines/lists/download.selectors.ts';
import { purchaseEntry, spendEntry } from '#tests/activity.ts';
import { settled } from '../inline/page.ts';

const { saveFile } = vi.hoisted(() => {
  // Unload the real module, which another test file in this process may have loaded.
  vi.resetModules();
  return { saveFile: vi.fn(async () => true) };
});
vi.mock('#app/ledger/csv-file.ts', async (load) => ({ ...(await load<object>()), saveFile }));

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
  onTestFinished(() => {
    activity.stop();
    queryClient.clear();
  });
  const moves: ActivityAddress[] = [];
  activity.on('address.changed', (event) => moves.push(event.address));
  return { activity, session, store, moves, view: () => selectView(activity.getSnapshot()) };
};

test('the newest activity page loads if the store refuses a cursor', async () => {
  const { moves, view } = start(
    async ({ before }) => {
      if (before !== undefined) throw refusal(400, 'before must be the `next` of an earlier page.');
      return { entries: [spendEntry], next: null };
    },
    { kind: 'spend', before: 'x', newer: ['9'] },
  );
  await settled();
  expect(view()).toBe('rows');
  expect(moves).toEqual([{ kind: 'spend', before: null, newer: [] }]);
});

test('a customer without a record is registered before the activity loads', async () => {
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

test('a customer who can’t be registered has an empty activity list', async () => {
  const { view } = start(() => Promise.reject(unknown));
  await settled();
  expect(view()).toBe('empty');
});

test('a visit reloads an activity page only if the page’s data is stale', async () => {
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

test('the activity’s CSV file contains every page of the filter and escapes formulas', async () => {
  const { activity } = start(async ({ before }) =>
    before === undefined
      ? { entries: [{ ...spendEntry, description: '=1+1' }], next: '7' }
      : { entries: [purchaseEntry], next: null },
  );
  await settled();
  const { download } = activity.getSnapshot().children;
  if (download === undefined) throw new Error('The activity has no download');
  download.send({ type: 'download.requested', filter: 'all' });
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(selectDownloadState(download.getSnapshot())).toBe('saved'));
  const fileName = expect.stringMatching(/^credit-activity-all-\d{4}-\d\d-\d\d\.csv$/);
  const rows = [
    '\uFEFFDate (CT),Date (UTC),Description,Kind,Credits,Balance (credits)\r\n',
    "2026-11-20 06:30:05,2026-11-20 12:30:05,'=1+1,Spent,-5,1295\r\n",
    '2026-11-20 06:00:00,2026-11-20 12:00:00,Plus,Purchased,1300,1300\r\n',
  ];
  expect(saveFile).toHaveBeenCalledWith(fileName, rows, expect.any(AbortSignal));
});

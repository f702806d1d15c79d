import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { importDownload, startLedger } from '#app/ledger/ledger-actor.ts';
import { leaveList, updateAddressBar, visitList } from '#app/ledger/list-address.ts';
import type { StoreReader } from '#domain/store.ts';
import { StoreError } from '#domain/store-error.ts';
import { defer } from '#local-services/deferred.ts';
import { selectDownloadState } from '#machines/lists/download.selectors.ts';
import {
  isBusy,
  type LedgerSnapshot,
  selectFilter,
  selectHistory,
  selectView,
} from '#machines/lists/ledger.selectors.ts';
import { completedTransaction } from '#tests/transactions.ts';
import { settled } from '../inline/page.ts';

const { saveFile } = vi.hoisted(() => {
  // Unload the real module, which another test file in this process may have loaded.
  vi.resetModules();
  return { saveFile: vi.fn(async () => true) };
});
vi.mock('#app/ledger/csv-file.ts', async (load) => ({ ...(await load<object>()), saveFile }));

afterEach(() => {
  saveFile.mockClear();
});

const answer = { transactions: [completedTransaction], pagination: { total_pages: 3, total_items: 30 } };
const readPage: StoreReader['history'] = async ({ page }) => ({
  ...answer,
  transactions: [{ ...completedTransaction, id: `t${page}` }],
});
const unread = () => Promise.reject(new StoreError('unreachable', 'Not read here'));

const start = (history: StoreReader['history']) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = { history: vi.fn(history) };
  const beforeRows = vi.fn(async () => undefined);
  const ledger = startLedger(
    { store, queryClient, onAddressChanged: vi.fn(), beforeRows, inspect: () => undefined },
    { status: 'completed', page: 1, tx: null },
  );
  onTestFinished(() => {
    ledger.stop();
    queryClient.clear();
  });
  return { ledger, queryClient, store, beforeRows };
};

test('a cached page is available before React renders again', async () => {
  const { ledger, store } = start(readPage);
  await settled();
  ledger.send({ type: 'page.chosen', page: 2 });
  await settled();
  expect(store.history).toHaveBeenCalledTimes(2);

  ledger.send({ type: 'page.chosen', page: 1 });
  expect(isBusy(ledger.getSnapshot())).toBe(true);
  // Read the snapshot in a microtask, because React renders in one.
  const drawn = await new Promise<LedgerSnapshot>((resolve) =>
    queueMicrotask(() => resolve(ledger.getSnapshot())),
  );
  expect(isBusy(drawn)).toBe(false);
  expect(selectHistory(drawn)?.transactions).toMatchObject([{ id: 't1' }]);
  expect(store.history).toHaveBeenCalledTimes(2);
});

test('fetched ledger rows wait until the screen is ready, and a newer request replaces the rows', async () => {
  const { ledger, beforeRows } = start(readPage);
  await settled();
  const ready = defer<undefined>();
  beforeRows.mockReturnValueOnce(ready.promise);
  ledger.send({ type: 'page.chosen', page: 2 });
  await settled();
  expect(isBusy(ledger.getSnapshot())).toBe(true);
  ledger.send({ type: 'page.chosen', page: 1 });
  await settled();
  expect(beforeRows).toHaveBeenCalledTimes(2);
  ready.resolve(undefined);
  await settled();
  expect(isBusy(ledger.getSnapshot())).toBe(false);
  expect(selectHistory(ledger.getSnapshot())?.transactions).toMatchObject([{ id: 't1' }]);
});

test.each([
  ['welcome', 404, 'Customer not found'],
  ['welcome', 500, 'Upstream answered 404'],
  ['welcome', 400, 'Error: Customer not found (c1)'],
  ['failed', 404, 'Nothing exists at this address.'],
  ['failed', 404, 'Request failed: Not Found'],
  ['failed', 500, 'Out of order'],
] as const)('the ledger’s view is %s after a %i status with the text "%s"', async (view, status, message) => {
  const { ledger } = start(() => Promise.reject(new StoreError('refused', message, { status })));
  await settled();
  expect(selectView(ledger.getSnapshot())).toBe(view);
});

test('a download right after a canceled download fetches its own rows, and is saved', async () => {
  await importDownload();
  const first = defer<typeof answer>();
  const whole = { ...answer, pagination: { total_pages: 1, total_items: 1 } };
  const readings = [async () => whole, () => first.promise, async () => whole];
  const { ledger } = start(() => readings.shift()?.() ?? unread());
  await settled();
  const { download } = ledger.getSnapshot().children;
  if (download === undefined) throw new Error('The ledger has no download');
  download.send({ type: 'download.requested', filter: 'all' });
  await settled();
  download.send({ type: 'download.canceled' });
  download.send({ type: 'download.requested', filter: 'all' });
  first.reject(new StoreError('unreachable', 'The first reading was given up'));
  await settled();
  expect(selectDownloadState(download.getSnapshot())).toBe('saved');
  expect(saveFile).toHaveBeenCalledTimes(1);
});

test('a chosen filter survives a visit to an address that does not name the filter yet', () => {
  const { ledger } = start(unread);
  const address = { status: 'completed', page: 1, tx: null } as const;
  visitList(ledger, address);
  ledger.send({ type: 'filter.chosen', status: 'all' });
  visitList(ledger, address);
  expect(selectFilter(ledger.getSnapshot())).toBe('all');
  visitList(ledger, { ...address, status: 'all' });
  visitList(ledger, address);
  expect(selectFilter(ledger.getSnapshot()), 'the customer went back').toBe('completed');
  ledger.send({ type: 'filter.chosen', status: 'all' });
  leaveList(ledger);
  visitList(ledger, address);
  expect(selectFilter(ledger.getSnapshot()), 'the customer left and returned').toBe('completed');
});

test.each([
  ['is updated after the next frame', true, 1],
  ['stays unchanged if the customer has left the page', false, 0],
])('the address bar %s', async (_, isOnPage, times) => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  const update = vi.fn();
  updateAddressBar(() => isOnPage, update);
  expect(update).not.toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve));
  expect(update).toHaveBeenCalledTimes(times);
});

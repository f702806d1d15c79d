import { expect, it, vi } from 'vitest';
import type { PurchaseAttempt } from '#machines/purchase/checkout.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { createAttemptLocks } from '#services/store/attempt-locks.ts';
import { createAttemptStorage } from '#services/store/attempts.ts';
import { plus, purchase } from '#tests/purchases.ts';
import { createDevice } from '../identity/world.ts';
import { createBrowserLocks } from './browser-locks.ts';

/** Opens a browser whose tabs share storage and locks. `tell` sends a storage event to all tabs. */
const openBrowser = (storage: DeviceStorage = createDevice().storage) => {
  const locks = createBrowserLocks();
  const listeners = new Set<(key: string | null) => void>();
  const tell = () => {
    for (const listener of listeners) listener('coffer.attempts.c1');
  };
  return {
    tell,
    openTab: () =>
      createAttemptStorage({
        storage,
        locks: createAttemptLocks(locks),
        onWritten(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      }),
  };
};

const watching = (tab: ReturnType<ReturnType<typeof openBrowser>['openTab']>) => {
  const seen: string[][] = [];
  const abandoned: PurchaseAttempt[] = [];
  const setAside: string[][] = [];
  const onEnded = vi.fn();
  const stop = tab.watch(
    { customerId: 'c1' },
    {
      onUpdated: (elsewhere) => seen.push(elsewhere.map(({ id }) => id)),
      onSetAside: (attempts) => setAside.push(attempts.map(({ id }) => id)),
      onEnded,
      onAbandoned: (attempt) => abandoned.push(attempt),
    },
  );
  return { seen, onEnded, abandoned, setAside, stop };
};

it('attempts stay on the device until settled, and the oldest is recalled first', async () => {
  const { storage, entries } = createDevice();
  const keeper = openBrowser(storage).openTab();
  const first = await keeper.keep({ customerId: 'c1', product: plus, baseline: null });
  const second = await keeper.keep({ customerId: 'c1', product: plus, baseline: null });
  expect(first).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    customerId: 'c1',
    productId: 'plus',
    productName: 'Plus',
    amountCents: 1_000,
    baseline: null,
  });
  expect(await openBrowser(storage).openTab().recall({ customerId: 'c1' })).toEqual(first);
  keeper.settle(first, null);
  expect(await keeper.recall({ customerId: 'c1' })).toEqual(second);
  keeper.settle(second, null);
  expect(entries.size).toBe(0);
});

it('a customer never gets another customer’s attempt', async () => {
  const keeper = openBrowser().openTab();
  const theirs = await keeper.keep({ customerId: 'c2', product: plus, baseline: null });
  expect(await keeper.recall({ customerId: 'c1' })).toBeNull();
  await keeper.keep({ customerId: 'c1', product: plus, baseline: null });
  expect(await keeper.recall({ customerId: 'c2' })).toEqual(theirs);
});

it.each(['not JSON', '{}', '[{"id":"1"}]', '[null]', '[{"__proto__":{"customerId":"c1"}}]'])(
  'an attempt stored as the corrupt text %s is dropped',
  async (text) => {
    const { storage } = createDevice();
    storage.setItem('coffer.attempts.c1', text);
    const keeper = openBrowser(storage).openTab();
    expect(await keeper.recall({ customerId: 'c1' })).toBeNull();
    const attempt = await keeper.keep({ customerId: 'c1', product: plus, baseline: null });
    expect(await keeper.recall({ customerId: 'c1' })).toEqual(attempt);
  },
);

it('an attempt can’t be recalled until the tab that works on it has closed', async () => {
  const browser = openBrowser();
  const [first, second] = [browser.openTab(), browser.openTab()];
  const attempt = await first.keep({ customerId: 'c1', product: plus, baseline: null });
  expect(await second.recall({ customerId: 'c1' })).toBeNull();
  first.close();
  await expect.poll(() => second.recall({ customerId: 'c1' })).toEqual(attempt);
});

it('a settled attempt is removed again if another tab’s concurrent write restores it', async () => {
  const { storage, entries } = createDevice();
  const { openTab, tell } = openBrowser(storage);
  const tab = openTab();
  const other = openTab();
  const attempt = await tab.keep({ customerId: 'c1', product: plus, baseline: ['t1'] });
  const theirs = await other.keep({ customerId: 'c1', product: plus, baseline: ['t1'] });
  const key = 'coffer.attempts.c1';
  const before = storage.getItem(key) ?? '';
  tab.settle(attempt, { ...purchase, transaction_id: 't2' });
  storage.setItem(key, before);
  tell();
  expect(other.kept({ customerId: 'c1' })).toEqual([{ ...theirs, baseline: ['t1', 't2'] }]);
  other.settle(theirs, null);
  expect(entries.has(key)).toBe(false);
});

it('a tab sees another tab’s purchase until the purchase is settled', async () => {
  const browser = openBrowser();
  const [first, second] = [browser.openTab(), browser.openTab()];
  const { seen, onEnded, abandoned } = watching(second);
  await expect.poll(() => seen).toEqual([[]]);
  const attempt = await first.keep({ customerId: 'c1', product: plus, baseline: null });
  browser.tell();
  await expect.poll(() => seen.at(-1)).toEqual([attempt.id]);
  first.settle(attempt, null);
  browser.tell();
  await expect.poll(() => seen.at(-1)).toEqual([]);
  await expect.poll(() => onEnded.mock.calls.length).toBe(1);
  expect(abandoned).toEqual([]);
});

it('a closed tab’s attempt is handed over to one other tab after a pause', async () => {
  vi.useFakeTimers();
  const browser = openBrowser();
  const [first, second, third] = [browser.openTab(), browser.openTab(), browser.openTab()];
  const attempt = await first.keep({ customerId: 'c1', product: plus, baseline: null });
  const watchers = [watching(second), watching(third)];
  await vi.advanceTimersByTimeAsync(0);
  first.close();
  await vi.advanceTimersByTimeAsync(999);
  expect(watchers.flatMap(({ abandoned }) => abandoned)).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(watchers.flatMap(({ abandoned }) => abandoned)).toEqual([attempt]);
  for (const { stop } of watchers) stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('an attempt keeps its baseline, and adds the outcomes of other attempts', async () => {
  const { storage } = createDevice();
  const browser = openBrowser(storage);
  const [first, second] = [browser.openTab(), browser.openTab()];
  const own = await first.keep({ customerId: 'c1', product: plus, baseline: ['t1'] });
  const other = await second.keep({ customerId: 'c1', product: plus, baseline: ['t1'] });
  const keyed = await second.keep({ customerId: 'c1', product: plus, baseline: null });
  const [, reopened] = [first.close(), browser.openTab()];
  await expect.poll(() => reopened.recall({ customerId: 'c1' })).toEqual(own);
  expect(reopened.kept({ customerId: 'c1' })).toEqual([own, other, keyed]);
  second.settle(other, { ...purchase, transaction_id: 't2' });
  expect(reopened.kept({ customerId: 'c1' })).toEqual([{ ...own, baseline: ['t1', 't2'] }, keyed]);
  expect(reopened.kept({ customerId: 'c2' })).toEqual([]);
});

it('a stored attempt without ledger data has no baseline', async () => {
  const { storage, entries } = createDevice();
  await openBrowser(storage)
    .openTab()
    .keep({ customerId: 'c1', product: plus, baseline: ['t1'] });
  const [[key, text] = ['', '']] = entries;
  storage.setItem(key, text.replace('"baseline":["t1"]', '"startedAt":0'));
  expect(await openBrowser(storage).openTab().recall({ customerId: 'c1' })).toMatchObject({ baseline: null });
});

it('an attempt is kept when it is set aside, even if another tab’s write removed it', async () => {
  const browser = openBrowser();
  const tab = browser.openTab();
  const attempt = await tab.keep({ customerId: 'c1', product: plus, baseline: null });
  browser.openTab().settle(attempt, null);
  tab.setAside(attempt);
  expect(tab.kept({ customerId: 'c1' })).toEqual([{ ...attempt, isSetAside: true }]);
});

it('an attempt that was set aside is listed in all tabs, also after a reload, but recalled in none', async () => {
  vi.useFakeTimers();
  const browser = openBrowser();
  const [first, second] = [browser.openTab(), browser.openTab()];
  const attempt = await first.keep({ customerId: 'c1', product: plus, baseline: null });
  const watchers = [watching(first), watching(second)];
  await vi.advanceTimersByTimeAsync(0);
  first.setAside(attempt);
  browser.tell();
  await vi.advanceTimersByTimeAsync(2_000);
  const reloaded = browser.openTab();
  watchers.push(watching(reloaded));
  await vi.advanceTimersByTimeAsync(0);
  for (const { setAside, seen, abandoned } of watchers)
    expect([setAside.at(-1), seen.at(-1), abandoned]).toEqual([[attempt.id], [], []]);
  expect(await reloaded.recall({ customerId: 'c1' })).toBeNull();
  reloaded.settle(attempt, null);
  await vi.advanceTimersByTimeAsync(0);
  expect(watchers.at(-1)?.setAside.at(-1)).toEqual([]);
  expect(reloaded.kept({ customerId: 'c1' })).toEqual([]);
});

import { expect, test, vi } from 'vitest';
import { readWholeLedger } from '#app/ledger/read-whole-ledger.ts';
import type { History, Transaction } from '#contract/transactions.ts';
import { blankTransaction } from '#tests/transactions.ts';

const row = (id: string): Transaction => ({ ...blankTransaction, id });

const pageOf = (ids: readonly string[], page: number): History => ({
  transactions: ids.slice((page - 1) * 2, page * 2).map(row),
  pagination: { total_pages: Math.ceil(ids.length / 2), total_items: ids.length },
});

const read = (readPage: (page: number) => History, signal = new AbortController().signal) => {
  const progress: string[] = [];
  const parts = readWholeLedger({
    readPage: async (page) => readPage(page),
    convert: (rows) => rows.map(({ id }) => id).join(),
    onProgress: (rows, total) => progress.push(`${rows}/${total}`),
    signal,
  });
  return { parts, progress };
};

test('readWholeLedger keeps at most four requests in flight, and processes pages in order', async () => {
  const ids = Array.from({ length: 21 }, (_, place) => `${place}`);
  const held = new Map<number, () => void>();
  let most = 0;
  const progress: string[] = [];
  const parts = readWholeLedger({
    readPage: async (page) => {
      if (page > 1) {
        await new Promise<void>((resolve) => {
          held.set(page, resolve);
          most = Math.max(most, held.size);
        });
        held.delete(page);
      }
      return pageOf(ids, page);
    },
    convert: (rows) => rows.map(({ id }) => id).join(),
    onProgress: (rows) => progress.push(`${rows}`),
    signal: new AbortController().signal,
    onlyGrows: true,
  });
  await vi.waitUntil(() => held.size === 4);
  expect([...held.keys()]).toEqual([2, 3, 4, 5]);
  held.get(5)?.();
  held.get(4)?.();
  await vi.waitUntil(() => held.has(7));
  expect(progress).toEqual(['2']);
  for (const page of [2, 3, 6, 7, 8, 9, 10, 11]) {
    await vi.waitUntil(() => held.has(page));
    held.get(page)?.();
  }
  expect((await parts).join()).toBe(ids.join());
  expect(most).toBe(4);
  expect(progress.at(-1)).toBe('21');
});

test.each([
  { before: ['d', 'c', 'b', 'a'], after: ['e', 'd', 'c', 'a'], change: 'enters above one that leaves' },
  { before: ['e', 'd', 'b', 'a'], after: ['d', 'c', 'b', 'a'], change: 'enters below one that leaves' },
])('readWholeLedger notices a row that $change at an equal total', async ({ before, after }) => {
  for (const readsBefore of [1, 2]) {
    let reads = 0;
    const { parts } = read((page) => pageOf(reads++ < readsBefore ? before : after, page));
    expect((await parts).join()).toBe(after.join());
  }
});

test('readWholeLedger rejects with the error of the page that failed', async () => {
  const asked: number[] = [];
  const { parts } = read((page) => {
    asked.push(page);
    if (page === 3) throw new Error('The books are being closed.');
    return pageOf(
      Array.from({ length: 40 }, (_, place) => `${place}`),
      page,
    );
  });
  await expect(parts).rejects.toThrow('The books are being closed.');
  const askedUntilThen = asked.length;
  await Promise.resolve();
  expect(asked.length).toBeLessThanOrEqual(askedUntilThen + 3);
  expect(asked).not.toContain(20);
});

test('readWholeLedger returns an empty ledger as one empty part', async () => {
  expect(await read((page) => pageOf([], page)).parts).toEqual(['']);
});

test('readWholeLedger starts over if the ledger changes during the read', async () => {
  let ids = ['c', 'b', 'a'];
  const { parts } = read((page) => {
    const answer = pageOf(ids, page);
    ids = ['d', 'c', 'b', 'a'];
    return answer;
  });
  expect(await parts).toEqual(['d,c', 'b,a']);
});

test('readWholeLedger fails if the ledger never stops changing', async () => {
  let ids = ['a'];
  const { parts } = read((page) => {
    ids = [...ids, 'x', 'y'];
    return pageOf(ids, page);
  });
  await expect(parts).rejects.toThrow('Your ledger kept changing while we read it. Please try again.');
});

test('readWholeLedger stops before the next page once it is canceled', async () => {
  const cancellation = new AbortController();
  const asked: number[] = [];
  const { parts } = read((page) => {
    asked.push(page);
    cancellation.abort();
    return pageOf(['c', 'b', 'a'], page);
  }, cancellation.signal);
  await expect(parts).rejects.toThrow();
  expect(asked).toEqual([1]);
});

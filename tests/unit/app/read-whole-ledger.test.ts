import { expect, test } from 'vitest';
import { readWholeLedger } from '#app/read-whole-ledger.ts';
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

test('all pages are read in their order', async () => {
  const { parts, progress } = read((page) => pageOf(['e', 'd', 'c', 'b', 'a'], page));
  expect(await parts).toEqual(['e,d', 'c,b', 'a']);
  expect(progress).toEqual(['2/5', '4/5', '5/5']);
});

test('an empty ledger is one empty part', async () => {
  expect(await read((page) => pageOf([], page)).parts).toEqual(['']);
});

test('a ledger that changes meanwhile is read from the start again', async () => {
  let ids = ['c', 'b', 'a'];
  const { parts } = read((page) => {
    const answer = pageOf(ids, page);
    ids = ['d', 'c', 'b', 'a'];
    return answer;
  });
  expect(await parts).toEqual(['d,c', 'b,a']);
});

test('a ledger that never comes to rest is given up', async () => {
  let ids = ['a'];
  const { parts } = read((page) => {
    ids = [...ids, 'x', 'y'];
    return pageOf(ids, page);
  });
  await expect(parts).rejects.toThrow('Your ledger kept changing while we read it. Please try again.');
});

test('a cancelled reading ends before its next page', async () => {
  const cancelling = new AbortController();
  const asked: number[] = [];
  const { parts } = read((page) => {
    asked.push(page);
    cancelling.abort();
    return pageOf(['c', 'b', 'a'], page);
  }, cancelling.signal);
  await expect(parts).rejects.toThrow();
  expect(asked).toEqual([1]);
});

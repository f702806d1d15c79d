import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defer } from '#server/sandbox/deferred.ts';
import { batchByKey } from '#server/store/payments/batches.ts';

/** Batches that end when they are told to, and the items of those that have begun. */
const watchedBatches = ({ limit = 3 } = {}) => {
  const begun: {
    readonly items: readonly string[];
    readonly end: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const add = batchByKey<string, string>(
    (items) => {
      const { promise, resolve, reject } = defer<readonly string[]>();
      begun.push({ items, end: () => resolve(items.map((item) => `${item} done`)), fail: reject });
      return promise;
    },
    { limit, isUndone: (error) => error instanceof TypeError },
  );
  return { add, begun, items: () => begun.map((batch) => batch.items) };
};

const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('work of one customer', () => {
  it('begins at once, and what comes meanwhile is done together, in the order in which it came', async () => {
    const { add, begun, items } = watchedBatches();
    const ends = ['a', 'b', 'c'].map((item) => add('ada', item));
    expect(items()).toEqual([['a']]);

    begun[0]?.end();
    await expect(ends[0]).resolves.toBe('a done');
    expect(items()).toEqual([['a'], ['b', 'c']]);
    begun[1]?.end();
    await expect(Promise.all(ends)).resolves.toEqual(['a done', 'b done', 'c done']);
  });

  it('is done so much at a time, and nobody gets in before those who wait', async () => {
    const { add, begun, items } = watchedBatches({ limit: 2 });
    const first = add('ada', 'a');
    for (const item of ['b', 'c', 'd']) void add('ada', item);
    void first.then(() => add('ada', 'e'));
    begun[0]?.end();
    await settled();
    begun[1]?.end();
    await settled();
    expect(items()).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
  });

  it('is done each alone, in order, where a batch of several has done nothing', async () => {
    const { add, begun, items } = watchedBatches();
    const ends = ['a', 'b', 'c'].map((item) => add('ada', item));
    begun[0]?.end();
    await settled();
    begun[1]?.fail(new TypeError('refused'));
    await settled();
    expect(items().slice(2)).toEqual([['b']]);
    const failed = expect(ends[1]).rejects.toThrow('b refused');
    begun[2]?.fail(new TypeError('b refused'));
    await failed;
    await settled();
    expect(items().slice(3)).toEqual([['c']]);
    begun[3]?.end();
    await expect(ends[2]).resolves.toBe('c done');
  });

  it('fails where it is not known what was done, and the next begins all the same', async () => {
    const { add, begun, items } = watchedBatches();
    const ends = ['a', 'b', 'c'].map((item) => add('ada', item));
    begun[0]?.end();
    await settled();
    const failed = Promise.allSettled(ends.slice(1));
    void add('ada', 'd');
    begun[1]?.fail(new Error('lost'));
    expect(await failed).toMatchObject([
      { status: 'rejected', reason: { message: 'lost' } },
      { status: 'rejected', reason: { message: 'lost' } },
    ]);
    expect(items()).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('begins a second after what is before it in any event', async () => {
    const { add, begun, items } = watchedBatches();
    const first = add('ada', 'a');
    void add('ada', 'b');
    await vi.advanceTimersByTimeAsync(999);
    expect(items()).toEqual([['a']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(items()).toEqual([['a'], ['b']]);

    // The first, which ends late, lets nothing more in beside the second.
    void add('ada', 'c');
    begun[0]?.end();
    await expect(first).resolves.toBe('a done');
    await settled();
    expect(items()).toEqual([['a'], ['b']]);
    begun[1]?.end();
    await settled();
    expect(items()).toEqual([['a'], ['b'], ['c']]);
  });

  it('leaves no timer behind', async () => {
    const { add, begun } = watchedBatches();
    const end = add('ada', 'a');
    begun[0]?.end();
    await end;
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('does not keep the work of another customer waiting', () => {
  const { add, items } = watchedBatches();
  void add('ada', 'a');
  void add('grace', 'b');
  expect(items()).toEqual([['a'], ['b']]);
});

it('tells of a batch that has another number of results', async () => {
  const add = batchByKey<string, string>(() => Promise.resolve([]), { limit: 2, isUndone: () => false });
  await expect(add('ada', 'a')).rejects.toThrow('A batch of 1 has 0 results.');
});

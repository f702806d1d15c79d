import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defer } from '#local-services/deferred.ts';
import { inBatches } from '#server/store/database/batches.ts';

/** Batches items such as `ada 1`, whose key is `ada`. Each batch runs until the test ends it. */
const watchedBatches = ({ size = 3, concurrency = 1, gatherMs = 0 } = {}) => {
  const begun: {
    readonly items: readonly string[];
    readonly end: () => Promise<void>;
    readonly fail: (error: Error) => Promise<void>;
  }[] = [];
  const settled = async () => void (await vi.advanceTimersByTimeAsync(0));
  const add = inBatches<string, string>(
    (items) => {
      const { promise, resolve, reject } = defer<readonly string[]>();
      begun.push({
        items,
        end: () => {
          resolve(items.map((item) => `${item} done`));
          return settled();
        },
        fail: (error) => {
          reject(error);
          return settled();
        },
      });
      return promise;
    },
    {
      keyOf: (item) => item.split(' ')[0] ?? '',
      size,
      concurrency,
      gatherMs,
      isUndone: (error) => error instanceof TypeError,
    },
  );
  return { add, begun, items: () => begun.map((batch) => batch.items) };
};

/** Waits until the items that the test added in this turn are batched. */
const gathered = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());

describe('inBatches', () => {
  it('batches work within one turn of the event loop and leaves no timer', async () => {
    const { add, begun, items } = watchedBatches();
    const first = add('ada 1');
    await Promise.resolve();
    const second = add('bob 1');
    expect(items()).toEqual([]);
    await gathered();
    expect(items()).toEqual([['ada 1', 'bob 1']]);
    await begun[0]?.end();
    await expect(Promise.all([first, second])).resolves.toEqual(['ada 1 done', 'bob 1 done']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for more work for the configured time', async () => {
    const { add, items } = watchedBatches({ gatherMs: 2 });
    void add('ada 1');
    await vi.advanceTimersByTimeAsync(1);
    void add('bob 1');
    expect(items()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(items()).toEqual([['ada 1', 'bob 1']]);
  });

  it('starts a batch if a slot is free and otherwise collects work for the next batch', async () => {
    const { add, begun, items } = watchedBatches({ concurrency: 2 });
    const ends: Promise<string>[] = [];
    for (const item of ['ada 1', 'bob 1', 'cyd 1', 'dan 1']) {
      ends.push(add(item));
      await gathered();
    }
    expect(items()).toEqual([['ada 1'], ['bob 1']]);

    await begun[1]?.end();
    await expect(ends[1]).resolves.toBe('bob 1 done');
    expect(items().slice(2)).toEqual([['cyd 1', 'dan 1']]);
    await begun[2]?.end();
    await begun[0]?.end();
    await expect(Promise.all(ends)).resolves.toEqual(
      ['ada 1', 'bob 1', 'cyd 1', 'dan 1'].map((item) => `${item} done`),
    );
  });

  it('orders a batch by key, then by arrival', async () => {
    const { add, begun, items } = watchedBatches({ size: 5 });
    const given = ['dan 1', 'bob 2', 'bob 1', 'cyd 1'];
    const ends = given.map((item) => add(item));
    await gathered();
    expect(items()).toEqual([['bob 2', 'bob 1', 'cyd 1', 'dan 1']]);
    await begun[0]?.end();
    await expect(Promise.all(ends)).resolves.toEqual(given.map((item) => `${item} done`));
  });

  it('limits the size of a batch and keeps the order of arrival', async () => {
    const { add, begun, items } = watchedBatches({ size: 2 });
    const first = add('ada 1');
    for (const item of ['bob 1', 'cyd 1', 'dan 1']) void add(item);
    void first.then(() => add('ada 2'));
    await gathered();
    await begun[0]?.end();
    await begun[1]?.end();
    await gathered();
    expect(items()).toEqual([['ada 1', 'bob 1'], ['cyd 1', 'dan 1'], ['ada 2']]);
  });

  it('runs one batch at a time per key without delaying other keys', async () => {
    const { add, begun, items } = watchedBatches({ concurrency: 2 });
    void add('ada 1');
    await gathered();
    for (const item of ['ada 2', 'ada 3', 'bob 1']) void add(item);
    await gathered();
    expect(items()).toEqual([['ada 1'], ['bob 1']]);
    await begun[1]?.end();
    expect(items()).toEqual([['ada 1'], ['bob 1']]);
    // Items that wait for their key don't delay an item with a new key.
    void add('cyd 1');
    await gathered();
    expect(items().slice(2)).toEqual([['cyd 1']]);
    await begun[0]?.end();
    expect(items().slice(3)).toEqual([['ada 2', 'ada 3']]);
  });

  it('retries items one at a time, in order, if their batch had no effect', async () => {
    const { add, begun, items } = watchedBatches();
    const ends = ['ada 1', 'bob 1'].map((item) => add(item));
    await gathered();
    await begun[0]?.fail(new TypeError('refused'));
    expect(items().slice(1)).toEqual([['ada 1']]);
    const failed = expect(ends[0]).rejects.toThrow('ada 1 refused');
    await begun[1]?.fail(new TypeError('ada 1 refused'));
    await failed;
    expect(items().slice(2)).toEqual([['bob 1']]);
    await begun[2]?.end();
    await expect(ends[1]).resolves.toBe('bob 1 done');
  });

  it('fails a batch with an unknown effect but still starts the next batch', async () => {
    const { add, begun, items } = watchedBatches();
    const ends = ['ada 1', 'bob 1'].map((item) => add(item));
    await gathered();
    const failed = Promise.allSettled(ends);
    void add('dan 1');
    await gathered();
    await begun[0]?.fail(new Error('lost'));
    const rejected = { status: 'rejected', reason: { message: 'lost' } };
    expect(await failed).toMatchObject([rejected, rejected]);
    expect(items()).toEqual([['ada 1', 'bob 1'], ['dan 1']]);
  });

  it('starts a batch within a second even if an earlier batch is still running', async () => {
    const { add, begun, items } = watchedBatches();
    const first = add('ada 1');
    await gathered();
    void add('ada 2');
    await vi.advanceTimersByTimeAsync(999);
    expect(items()).toEqual([['ada 1']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(items()).toEqual([['ada 1'], ['ada 2']]);

    // When the slow first batch ends, the second batch still occupies the only slot.
    void add('ada 3');
    await gathered();
    await begun[0]?.end();
    await expect(first).resolves.toBe('ada 1 done');
    expect(items()).toEqual([['ada 1'], ['ada 2']]);
    await begun[1]?.end();
    expect(items()).toEqual([['ada 1'], ['ada 2'], ['ada 3']]);
  });

  it('throws if a batch returns the wrong number of results', async () => {
    const order = { keyOf: (item: string) => item, size: 2, concurrency: 1, isUndone: () => false };
    const add = inBatches<string, string>(() => Promise.resolve([]), order);
    await Promise.all([expect(add('ada 1')).rejects.toThrow('A batch of 1 has 0 results.'), gathered()]);
  });
});

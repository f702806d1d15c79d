import { isDatabaseUnavailable } from './database.ts';

/** How long a batch can block others, in ms, in case the database doesn't respond. */
const patienceMs = 1_000;

const isRepeatable = (error: unknown): boolean => !isDatabaseUnavailable(error);

interface Waiting<Item, Result> {
  readonly key: string;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions<Item> {
  /** Returns an item's key. The item waits up to 1 s while a batch with the same key runs. */
  readonly keyOf: (item: Item) => string;
  readonly size: number;
  readonly concurrency: number;
  /** How long to collect items, in ms. The default, 0, collects those of the current event-loop turn. */
  readonly gatherMs?: number;
  /** Returns whether to retry a failed batch's items one by one. Writes need `isStatementUndone`: the default is for reads. */
  readonly isUndone?: (error: unknown) => boolean;
}

/**
 * Returns a function that batches items that arrive in one event-loop turn or while other batches run. After 1
 * s, a batch no longer blocks others. If it fails without effect, its items are retried one by one.
 * @param work receives items sorted by key, so batches that lock by key can't deadlock. Items with the same key
 * keep their order. Returns one result per item, in order
 */
export const inBatches = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { keyOf, size, concurrency, gatherMs = 0, isUndone = isRepeatable }: BatchOptions<Item>,
): ((item: Item) => Promise<Result>) => {
  type Batch = readonly Waiting<Item, Result>[];
  let waiting: Waiting<Item, Result>[] = [];
  const busyKeys = new Set<string>();
  let batchesUnderWay = 0;
  let isGathering = false;

  const perform = async (batch: Batch): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} has ${results.length} results.`);
      for (const [place, result] of results.entries()) batch[place]?.resolve(result);
    } catch (error) {
      if (batch.length > 1 && isUndone(error)) for (const one of batch) await perform([one]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const takeBatch = (): Batch => {
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const one of waiting) (batch.length < size && !busyKeys.has(one.key) ? batch : left).push(one);
    waiting = left;
    return batch.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  };

  const beginMore = (): void => {
    while (batchesUnderWay < concurrency) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      begin(batch);
    }
  };

  const begin = (batch: Batch): void => {
    const keys = new Set(batch.map(({ key }) => key));
    for (const key of keys) busyKeys.add(key);
    batchesUnderWay += 1;
    let isOver = false;
    const makeRoom = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      for (const key of keys) busyKeys.delete(key);
      batchesUnderWay -= 1;
      beginMore();
    };
    const timer = setTimeout(makeRoom, patienceMs);
    void perform(batch).then(makeRoom);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ key: keyOf(item), item, resolve, reject });
      if (isGathering) return;
      isGathering = true;
      const end = () => {
        isGathering = false;
        beginMore();
      };
      if (gatherMs === 0) setImmediate(end);
      else setTimeout(end, gatherMs);
    });
};

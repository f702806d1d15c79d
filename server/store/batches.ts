/** How long a batch keeps others waiting at most, in milliseconds: it may wait for a database that does not answer. */
const patienceMs = 1_000;

interface Waiting<Item, Result> {
  readonly key: string;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions<Item> {
  /** Items of the same key are never in two batches at a time. */
  readonly keyOf: (item: Item) => string;
  /** The most items of a batch. */
  readonly size: number;
  /** The most batches at a time. */
  readonly concurrency: number;
  /**
   * For how many milliseconds what has come waits for more. 0, as by default: for the rest of the event loop's turn.
   */
  readonly gatherMs?: number;
  /** Whether a batch that failed with this error has done nothing, so that each of its items may be tried alone. */
  readonly isUndone: (error: unknown) => boolean;
}

/**
 * Does items together that arrive in the same turn of the event loop, or while others are under way. That is for speed and no protection: a batch
 * that takes longer than 1 s keeps nobody waiting any more.
 *
 * @param work does a batch, in the order of the keys, so that two that lock what their keys name do not wait for each other in a ring;
 *   items of the same key are in the order in which they came. It has one result for each item, in their order
 * @returns does one item; fails as `work` does. Where a batch of several has failed and done nothing, each is done alone
 */
export const inBatches = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { keyOf, size, concurrency, gatherMs = 0, isUndone }: BatchOptions<Item>,
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

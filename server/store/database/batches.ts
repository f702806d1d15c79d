/** How long a batch may block others, in milliseconds, in case the database does not answer. */
const patienceMs = 1_000;

interface Waiting<Item, Result> {
  readonly key: string;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions<Item> {
  /** An item waits up to 1 s for a running batch with the same key. */
  readonly keyOf: (item: Item) => string;
  readonly size: number;
  readonly concurrency: number;
  /** How long to collect items, in milliseconds. Default 0: the current turn of the event loop. */
  readonly gatherMs?: number;
  /** Whether a batch that failed with this error had no effect, so that its items may be retried alone. */
  readonly isUndone: (error: unknown) => boolean;
}

/**
 * Batches items that arrive in one turn of the event loop or while other batches run. For speed
 * only: after 1 s a batch no longer blocks others. If it fails without effect, its items are retried alone.
 * @param work gets items sorted by key, so that batches that lock by key can't deadlock; a key's items keep
 * their order. Returns one result per item, in order
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

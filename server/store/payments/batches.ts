/** How long work waits at most for what is under way before it, in milliseconds: that may wait for a database that does not answer. */
const patienceMs = 1_000;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** The most items of a batch. */
  readonly limit: number;
  /** Whether a batch that failed with this error has done nothing, so that each of its items may be tried alone. */
  readonly isUndone: (error: unknown) => boolean;
}

/**
 * Does items of the same key together that arrive while others of that key are under way, in the order in which they came. The
 * first begins at once, and alone. That is for speed and no protection: what has waited for 1 s begins all the same, beside what
 * is before it.
 *
 * @param work has one result for each item, in their order
 * @returns does one item; fails as `work` does. Where a batch of several has failed and done nothing, each is done alone
 */
export const batchByKey = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { limit, isUndone }: BatchOptions,
): ((key: string, item: Item) => Promise<Result>) => {
  type Batch = readonly Waiting<Item, Result>[];
  const queues = new Map<string, Waiting<Item, Result>[]>();

  const perform = async (batch: Batch): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error(`A batch of ${batch.length} has ${results.length} results.`);
      for (const [place, result] of results.entries()) batch[place]?.resolve(result);
    } catch (error) {
      if (batch.length > 1 && isUndone(error)) for (const waiting of batch) await perform([waiting]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const beginNext = (key: string, queue: Waiting<Item, Result>[]): void => {
    const batch = queue.splice(0, limit);
    if (batch.length === 0) {
      queues.delete(key);
      return;
    }
    let isNextBegun = false;
    const next = () => {
      if (isNextBegun) return;
      isNextBegun = true;
      clearTimeout(timer);
      beginNext(key, queue);
    };
    const timer = setTimeout(next, patienceMs);
    void perform(batch).then(next);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push({ item, resolve, reject });
        return;
      }
      const own = [{ item, resolve, reject }];
      queues.set(key, own);
      beginNext(key, own);
    });
};

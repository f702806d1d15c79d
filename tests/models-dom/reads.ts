interface Read<Query, Page> {
  readonly query: Query;
  readonly resolve: (page: Page) => void;
  readonly reject: (error: Error) => void;
}

/** Creates reads of a store that wait until the test resolves or rejects them. */
export const createReads = <Query, Page>() => {
  let waiting: readonly Read<Query, Page>[] = [];
  return {
    read: (query: Query, signal?: AbortSignal): Promise<Page> =>
      new Promise((resolve, reject) => {
        const own = { query, resolve, reject };
        waiting = [...waiting, own];
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter((other) => other !== own);
          reject(signal.reason);
        });
      }),
    has: (isWanted: (query: Query) => boolean): boolean => waiting.some(({ query }) => isWanted(query)),
    /** Removes and returns the newest waiting read, which the caller resolves or rejects. */
    take(isWanted: (query: Query) => boolean): Read<Query, Page> {
      const read = waiting.findLast(({ query }) => isWanted(query));
      if (read === undefined) throw new Error('No such read waits');
      waiting = waiting.filter((other) => other !== read);
      return read;
    },
  };
};

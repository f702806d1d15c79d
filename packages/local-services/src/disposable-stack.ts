/** What has to be undone before the process ends. */
export type DisposableStack = ReturnType<typeof createDisposableStack>;

type Dispose = () => Promise<void> | void;

/** As `AsyncDisposableStack` of newer Node versions, but a part that fails does not keep the others. */
export const createDisposableStack = () => {
  const stack: Dispose[] = [];
  let disposing: Promise<void> | undefined;

  const disposeEach = async () => {
    for (let dispose = stack.pop(); dispose !== undefined; dispose = stack.pop()) {
      try {
        await dispose();
      } catch (error) {
        console.error(error);
      }
    }
  };

  return {
    /** Undone at once when disposing has already begun. */
    defer(dispose: Dispose): void {
      stack.push(dispose);
      if (disposing !== undefined) disposing = disposing.then(disposeEach);
    },
    /** Undoes everything, in the reverse order of how it was begun. Safe to call more than once. */
    disposeAsync(): Promise<void> {
      disposing ??= disposeEach();
      return disposing;
    },
  };
};

export type DisposableStack = ReturnType<typeof createDisposableStack>;

type Dispose = () => Promise<void> | void;

/** Like `AsyncDisposableStack`, but a failure doesn't stop the other parts. */
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
    /** Runs immediately if disposal has begun. */
    defer(dispose: Dispose): void {
      stack.push(dispose);
      if (disposing !== undefined) disposing = disposing.then(disposeEach);
    },
    /** Runs all in reverse order. Safe to call more than once. */
    disposeAsync(): Promise<void> {
      disposing ??= disposeEach();
      return disposing;
    },
  };
};

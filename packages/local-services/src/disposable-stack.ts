export type DisposableStack = ReturnType<typeof createDisposableStack>;

type Dispose = () => Promise<void> | void;

/** Creates a stack like `AsyncDisposableStack`, except that it logs errors and continues with the next function. */
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
    /** Adds a function to run at disposal. If disposal has started, the function runs as soon as possible. */
    defer(dispose: Dispose): void {
      stack.push(dispose);
      if (disposing !== undefined) disposing = disposing.then(disposeEach);
    },
    /** Runs all functions in reverse order. Safe to call more than once. */
    disposeAsync(): Promise<void> {
      disposing ??= disposeEach();
      return disposing;
    },
  };
};

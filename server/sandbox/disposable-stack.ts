/** What has to be undone before the process ends, in the reverse order of how it was begun. */
export interface DisposableStack {
  /** Undone at once when closing has already begun. */
  defer(close: () => Promise<void> | void): void;
  /** Undoes everything; a part that fails does not keep the others. Safe to call more than once. */
  disposeAsync(): Promise<void>;
}

export function createDisposableStack(): DisposableStack {
  const disposables: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;

  const closeEach = async () => {
    for (let close = disposables.pop(); close !== undefined; close = disposables.pop()) {
      try {
        await close();
      } catch (error) {
        console.error(error);
      }
    }
  };

  return {
    defer(close) {
      disposables.push(close);
      if (closing !== undefined) closing = closing.then(closeEach);
    },
    disposeAsync() {
      closing ??= closeEach();
      return closing;
    },
  };
}

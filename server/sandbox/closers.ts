/** What has to be undone before the process ends, in the reverse order of how it was begun. */
export interface Closers {
  /** Undone at once when closing has already begun. */
  add(close: () => Promise<void> | void): void;
  /** Undoes everything; a part that fails does not keep the others. Safe to call more than once. */
  closeAll(): Promise<void>;
}

export function createClosers(): Closers {
  const closers: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;

  const closeEach = async () => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close();
      } catch (error) {
        console.error(error);
      }
    }
  };

  return {
    add(close) {
      closers.push(close);
      if (closing !== undefined) closing = closing.then(closeEach);
    },
    closeAll() {
      closing ??= closeEach();
      return closing;
    },
  };
}

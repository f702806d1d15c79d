import type { DeviceStorage } from './device-storage.ts';

/**
 * A storage whose changes can be read from it at once, and reach `base` only when they are committed: an operation that is
 * given up leaves no trace there.
 */
export const stage = (base: DeviceStorage) => {
  const changes = new Map<string, string | null>();

  const change = (key: string, value: string | null) => {
    changes.delete(key);
    changes.set(key, value);
  };

  return {
    getItem(key: string): string | null {
      const value = changes.get(key);
      return value === undefined ? base.getItem(key) : value;
    },
    setItem: (key: string, value: string) => change(key, value),
    removeItem: (key: string) => change(key, null),
    /** Drops the changes. */
    clear: () => changes.clear(),
    /** Writes the changes to `base`, in the order in which they were last made. */
    commit(): void {
      for (const [key, value] of changes) {
        if (value === null) base.removeItem(key);
        else base.setItem(key, value);
      }
      changes.clear();
    },
  };
};

export type StagedStorage = ReturnType<typeof stage>;

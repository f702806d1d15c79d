import type { DeviceStorage } from './device-storage.ts';

/** Creates a storage that writes to `base` only on `commit`, so that abandoned operations leave no trace. */
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
    clear: () => changes.clear(),
    /** Writes the changes to `base`, ordered by each key's last change. */
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

import type { DeviceStorage } from './device-storage.ts';

/** A storage whose changes reach `base` only on `commit`, so an abandoned operation leaves no trace. */
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
    /** Writes the changes to `base`, in the order of the last change to each key. */
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

import type { DeviceStorage } from './device-storage.ts';

/** A storage whose changes can be seen through it and reach the device only when they are committed. */
export interface StagedStorage extends DeviceStorage {
  /** Drops the changes. */
  clear(): void;
  /** Writes the changes through, in the order in which they were last made. */
  commit(): void;
}

/** Lays a stage over `base`: work that is given up leaves no trace there. */
export const stage = (base: DeviceStorage): StagedStorage => {
  const changes = new Map<string, string | null>();

  const change = (key: string, value: string | null) => {
    changes.delete(key);
    changes.set(key, value);
  };

  return {
    getItem(key) {
      const value = changes.get(key);
      return value === undefined ? base.getItem(key) : value;
    },
    setItem: (key, value) => change(key, value),
    removeItem: (key) => change(key, null),
    clear: () => changes.clear(),
    commit() {
      for (const [key, value] of changes) {
        if (value === null) base.removeItem(key);
        else base.setItem(key, value);
      }
      changes.clear();
    },
  };
};

import { permitted } from '#services/browser.ts';

export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type StorageKind = 'local' | 'session' | 'memory';

export interface StorageWithFallback extends DeviceStorage {
  /** Returns false if any entry exists only in memory. */
  isPersisted(): boolean;
  /** Calls back when `isPersisted` changes. Returns the unsubscribe function. */
  onPersistedChange(notify: () => void): () => void;
}

/** Returns the browser's storage. Undefined for `memory`, or if the browser refuses storage. */
export const nativeStorage = (kind: StorageKind): DeviceStorage | undefined =>
  permitted(() => {
    const storage = kind === 'memory' ? undefined : globalThis[`${kind}Storage` as const];
    // Some browsers return a storage object whose methods throw.
    storage?.getItem('');
    return storage ?? undefined;
  });

/** Wraps a storage and never throws. If it's disabled or full, keeps entries in memory. */
export const withMemoryFallback = (native: DeviceStorage | undefined): StorageWithFallback => {
  const held = new Map<string, string | null>();
  const listeners = new Set<() => void>();

  const isPersisted = () => native !== undefined && held.size === 0;

  const hold = (key: string, value: string | null, write: (storage: DeviceStorage) => void) => {
    const wasPersisted = isPersisted();
    held.set(key, value);
    // If the browser refuses the write, the entry stays in memory.
    permitted(() => {
      if (native === undefined) return;
      write(native);
      held.delete(key);
    });
    if (isPersisted() !== wasPersisted) for (const notify of listeners) notify();
  };

  return {
    isPersisted,
    onPersistedChange(notify) {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    getItem(key) {
      const value = held.get(key);
      return value === undefined ? (permitted(() => native?.getItem(key)) ?? null) : value;
    },
    setItem: (key, value) => hold(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => hold(key, null, (storage) => storage.removeItem(key)),
  };
};

export const openStorage = (kind: StorageKind) => withMemoryFallback(nativeStorage(kind));

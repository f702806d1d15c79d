/** Texts by name, as the Web's storages keep them. */
export interface DeviceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export type StorageKind = 'local' | 'session' | 'memory';

/** Reading the property alone may throw, where the browser forbids storage. */
const nativeStorage = (kind: StorageKind): DeviceStorage | undefined => {
  try {
    if (kind === 'local') return globalThis.localStorage;
    if (kind === 'session') return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
  return undefined;
};

/**
 * Keeps texts on this device and never throws: whatever the native storage refuses (it is disabled, or full) is
 * held in memory for as long as the page lives.
 */
export const withMemoryFallback = (native: DeviceStorage | undefined): DeviceStorage => {
  const held = new Map<string, string | null>();

  const hold = (key: string, value: string | null, write: (storage: DeviceStorage) => void) => {
    held.set(key, value);
    if (native === undefined) return;
    try {
      write(native);
      held.delete(key);
    } catch {
      // It stays in memory.
    }
  };

  return {
    getItem(key) {
      const value = held.get(key);
      if (value !== undefined) return value;
      try {
        return native?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    setItem: (key, value) => hold(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => hold(key, null, (storage) => storage.removeItem(key)),
  };
};

/** Opens this browser's storage of that kind, with memory behind it. */
export const openStorage = (kind: StorageKind): DeviceStorage => withMemoryFallback(nativeStorage(kind));

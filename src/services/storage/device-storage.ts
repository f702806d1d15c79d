import { permitted } from '#services/permitted.ts';

/** Texts by name, as the Web's storages keep them. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type StorageKind = 'local' | 'session' | 'memory';

/** A storage that says whether the device takes what it is given. */
export interface KeptStorage extends DeviceStorage {
  /** Whether everything is on the device, as far as tried: false once something is held in memory alone. */
  isKept(): boolean;
  /** Calls back when that changes. Returns the unsubscribe function. */
  onKeptChange(notify: () => void): () => void;
}

const places = { local: 'localStorage', session: 'sessionStorage' } as const;

/** The browser's own storage of that kind. Undefined for memory, and where the browser refuses storage. */
export const nativeStorage = (kind: StorageKind): DeviceStorage | undefined =>
  permitted(() => {
    const storage = kind === 'memory' ? undefined : globalThis[places[kind]];
    // Some browsers hand out a storage and refuse its use.
    storage?.getItem('');
    return storage ?? undefined;
  });

/**
 * Keeps texts on this device and never throws: whatever the native storage refuses (it is disabled, or full) is
 * held in memory for as long as the page lives.
 */
export const withMemoryFallback = (native: DeviceStorage | undefined): KeptStorage => {
  const held = new Map<string, string | null>();
  const listeners = new Set<() => void>();

  const isKept = () => native !== undefined && held.size === 0;

  const hold = (key: string, value: string | null, write: (storage: DeviceStorage) => void) => {
    const wasKept = isKept();
    held.set(key, value);
    try {
      if (native !== undefined) {
        write(native);
        held.delete(key);
      }
    } catch {
      // It stays in memory.
    }
    if (isKept() !== wasKept) for (const notify of listeners) notify();
  };

  return {
    isKept,
    onKeptChange(notify) {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
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
export const openStorage = (kind: StorageKind): KeptStorage => withMemoryFallback(nativeStorage(kind));

/** On this device, in this tab, or on this page without storing it. */
export type MemoryPlace = 'device' | 'tab' | 'page';

/** They must not throw. */
export type MemoryStorages = Readonly<
  Record<MemoryPlace, Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>>
>;

export interface MemoryEntry<Value> {
  readonly name: string;
  readonly place: MemoryPlace;
  /** Milliseconds after which the value is gone. */
  readonly lifetime: number;
  readonly is: (value: unknown) => value is Value;
}

export interface Remembered<Value> {
  /** Null if there is none, or it is expired, unreadable or another owner's. */
  read(): Value | null;
  keep(value: Value): void;
  forget(): void;
}

export type Memory = <Value>(entry: MemoryEntry<Value>) => Remembered<Value>;

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

export const hours = 3_600_000;
export const days = 24 * hours;

/**
 * Opens entries of one owner. A device keeps each owner's value; a tab and a page only the last owner's.
 * @param owner a customer's id; null for values without an owner
 */
export const createMemory =
  (storages: MemoryStorages, owner: string | null): Memory =>
  ({ name, place, lifetime, is }) => {
    const storage = storages[place];
    const key = place === 'device' ? `coffer.${name}.${owner ?? ''}` : `coffer.${name}`;
    const forget = () => storage.removeItem(key);
    return {
      read() {
        const stored = storage.getItem(key);
        try {
          const { owner: keptOwner, expiresAt, value } = JSON.parse(stored ?? '');
          const left = expiresAt - Date.now();
          // A value that would last longer comes from before a clock change.
          if (keptOwner === owner && left > 0 && left <= lifetime && is(value)) return value;
        } catch {
          // It is unreadable.
        }
        if (stored !== null) forget();
        return null;
      },
      keep: (value) =>
        storage.setItem(key, JSON.stringify({ owner, expiresAt: Date.now() + lifetime, value })),
      forget,
    };
  };

/** Remembers nothing. */
export const noMemory: Memory = () => ({ read: () => null, keep: () => undefined, forget: () => undefined });

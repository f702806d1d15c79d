/** Where a value is kept: on this device, in this tab, or only in this page's memory. */
export type MemoryPlace = 'device' | 'tab' | 'page';

/** The storage for each place. Its methods must not throw. */
export type MemoryStorages = Readonly<
  Record<MemoryPlace, Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>>
>;

export interface MemoryEntry<Value> {
  readonly name: string;
  readonly place: MemoryPlace;
  /** Time until the value expires, in ms. */
  readonly lifetime: number;
  readonly is: (value: unknown) => value is Value;
}

export interface Remembered<Value> {
  /** Returns null if the value is missing, expired, unreadable or another owner's. */
  read(): Value | null;
  keep(value: Value): void;
  forget(): void;
}

export type Memory = <Value>(entry: MemoryEntry<Value>) => Remembered<Value>;

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

const hours = 3_600_000;
export const days = 24 * hours;

const entryOf =
  (place: MemoryPlace, lifetime: number) =>
  <Value>(name: string, is: MemoryEntry<Value>['is']): MemoryEntry<Value> => ({ name, place, lifetime, is });

/** Describes a value that survives signing in again, even through the user pool's hosted pages. */
export const inTab = entryOf('tab', hours);

/** Describes a value that stays on the device, even after a sign-out. */
export const onDevice = entryOf('device', 365 * days);

/**
 * Opens one owner's entries. A device keeps one value per owner; a tab or page keeps only the last owner's.
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
          // A value that would outlive its lifetime was stored before a clock change.
          if (keptOwner === owner && left > 0 && left <= lifetime && is(value)) return value;
        } catch {
          // The value is unreadable, so forget it.
        }
        if (stored !== null) forget();
        return null;
      },
      keep: (value) =>
        storage.setItem(key, JSON.stringify({ owner, expiresAt: Date.now() + lifetime, value })),
      forget,
    };
  };

/** A memory that stores nothing. */
export const noMemory: Memory = () => ({ read: () => null, keep: () => undefined, forget: () => undefined });

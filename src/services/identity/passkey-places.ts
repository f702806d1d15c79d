import * as v from 'valibot';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

const maxIds = 60;
const idsSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.string())), []);

/** Remembers the ids of passkeys that were created or used on this device, even after sign-out. */
export const createPasskeyPlaces = (clientId: string, storage: DeviceStorage) => {
  const key = `coffer.${clientId}.passkeys`;
  const read = (): readonly string[] => v.parse(idsSchema, storage.getItem(key));
  const without = (id: string) => read().filter((known) => known !== id);
  const write = (ids: readonly string[]) => {
    if (ids.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(ids.slice(0, maxIds)));
  };
  return {
    has: (id: string): boolean => read().includes(id),
    add: (id: string): void => write([id, ...without(id)]),
    remove: (id: string): void => write(without(id)),
  };
};

import type { Restoration } from '#machines/auth.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

/** The emails that wait for a code. */
export type Pending = Pick<Restoration, 'pendingVerification' | 'pendingReset'>;

export interface PendingKeeper {
  read(): Pending;
  keep(pending: Pending): void;
}

/** The longest address that mail can have. */
const longestEmail = 320;

/** Keeps the emails that wait for a code on this device, so that they survive a reload. */
export const createPendingKeeper = (clientId: string, storage: DeviceStorage): PendingKeeper => {
  const keys = {
    pendingVerification: `coffer.${clientId}.pendingVerification`,
    pendingReset: `coffer.${clientId}.pendingReset`,
  };
  const read = (key: string) => {
    const email = storage.getItem(key);
    return email && email.length <= longestEmail ? email : null;
  };
  const keep = (key: string, email: string | null) => {
    if (email === null) storage.removeItem(key);
    else storage.setItem(key, email);
  };
  return {
    read: () => ({
      pendingVerification: read(keys.pendingVerification),
      pendingReset: read(keys.pendingReset),
    }),
    keep({ pendingVerification, pendingReset }) {
      keep(keys.pendingVerification, pendingVerification);
      keep(keys.pendingReset, pendingReset);
    },
  };
};

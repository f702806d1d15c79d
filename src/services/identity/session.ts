import type { User } from '#machines/auth.types.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { expiryOf, userOf } from './tokens.ts';

/** A session as this device keeps it, read and checked. */
export interface Session {
  /** The pool's own name of the user, which the storage keys contain. Not the email. */
  readonly username: string;
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Whether it began at the hosted sign-in pages, which keep a session of their own. */
  readonly hosted: boolean;
  /** The key of this device, where the pool tracks devices. */
  readonly deviceKey: string | null;
  /** Whole seconds until the access or the id token ends, whichever is first; negative when one has. */
  secondsLeft(now: number): number;
}

export interface SessionKeeper {
  /** The session of this device. Null when there is none, or what is kept can't be read. */
  read(): Session | null;
  /** Removes every trace of the last session. What tells this device from others stays. */
  forget(): void;
}

/** A drift beyond a day is no clock that a browser works with: the note of it is corrupt. */
const longestDrift = 24 * 60 * 60;

const driftOf = (note: string | null): number => {
  const drift = note !== null && /^-?\d{1,6}$/.test(note) ? Number(note) : 0;
  return Math.abs(drift) <= longestDrift ? drift : 0;
};

/** The entry that says whose session this device keeps; written last, removed with the session. */
export const lastUserKey = (clientId: string): string =>
  `CognitoIdentityServiceProvider.${clientId}.LastAuthUser`;

/** Where one entry of a user is kept. */
export const entryKey = (clientId: string, username: string, entry: string): string =>
  `CognitoIdentityServiceProvider.${clientId}.${username}.${entry}`;

/** What is kept of a session. What tells this device from others is not a part of it. */
const sessionEntries = ['idToken', 'accessToken', 'refreshToken', 'clockDrift', 'userData', 'hosted'];

/** Reads the entries that amazon-cognito-identity-js writes, under its keys, without it. */
export const createSessionKeeper = (clientId: string, storage: DeviceStorage): SessionKeeper => {
  return {
    read() {
      const username = storage.getItem(lastUserKey(clientId));
      if (!username) return null;
      const entry = (name: string) => storage.getItem(entryKey(clientId, username, name)) ?? '';
      const [idToken, accessToken, refreshToken] = [
        entry('idToken'),
        entry('accessToken'),
        entry('refreshToken'),
      ];
      const user = userOf(idToken);
      const [idExpiry, accessExpiry] = [expiryOf(idToken), expiryOf(accessToken)];
      if (user === null || idExpiry === null || accessExpiry === null || refreshToken === '') return null;
      const ends = Math.min(idExpiry, accessExpiry);
      const drift = driftOf(storage.getItem(entryKey(clientId, username, 'clockDrift')));
      return {
        username,
        user,
        accessToken,
        refreshToken,
        hosted: entry('hosted') === 'true',
        deviceKey: entry('deviceKey') || null,
        secondsLeft: (now) => ends - (Math.floor(now / 1000) - drift),
      };
    },
    forget() {
      const username = storage.getItem(lastUserKey(clientId));
      if (username === null) return;
      for (const entry of sessionEntries) storage.removeItem(entryKey(clientId, username, entry));
      storage.removeItem(lastUserKey(clientId));
    },
  };
};

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
  /** Whole seconds until the access or the id token ends, whichever is first; negative when one has. */
  secondsLeft(now: number): number;
}

export interface SessionKeeper {
  /** The session of this device. Null when there is none, or what is kept can't be read. */
  read(): Session | null;
  /** Removes every trace of the last session. */
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

/** Reads the entries that amazon-cognito-identity-js writes, under its keys, without it. */
export const createSessionKeeper = (clientId: string, storage: DeviceStorage): SessionKeeper => {
  const keyOf = (username: string, entry: string) =>
    `CognitoIdentityServiceProvider.${clientId}.${username}.${entry}`;

  return {
    read() {
      const username = storage.getItem(lastUserKey(clientId));
      if (!username) return null;
      const entry = (name: string) => storage.getItem(keyOf(username, name)) ?? '';
      const [idToken, accessToken, refreshToken] = [
        entry('idToken'),
        entry('accessToken'),
        entry('refreshToken'),
      ];
      const user = userOf(idToken);
      const [idExpiry, accessExpiry] = [expiryOf(idToken), expiryOf(accessToken)];
      if (user === null || idExpiry === null || accessExpiry === null || refreshToken === '') return null;
      const ends = Math.min(idExpiry, accessExpiry);
      const drift = driftOf(storage.getItem(keyOf(username, 'clockDrift')));
      return {
        username,
        user,
        accessToken,
        refreshToken,
        secondsLeft: (now) => ends - (Math.floor(now / 1000) - drift),
      };
    },
    forget() {
      const username = storage.getItem(lastUserKey(clientId));
      if (username === null) return;
      for (const entry of ['idToken', 'accessToken', 'refreshToken', 'clockDrift', 'userData'])
        storage.removeItem(keyOf(username, entry));
      storage.removeItem(lastUserKey(clientId));
    },
  };
};

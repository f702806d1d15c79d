import type { User } from '#machines/account/auth.types.ts';
import { permitted } from '#services/browser.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

/** Decodes base64url. @throws {DOMException} for other text */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/** Reads a JWT's claims without verifying them, because this device stored the token. Empty if unreadable. */
export const readClaims = (token: string): Readonly<Record<string, unknown>> => {
  const [, payload = ''] = token.split('.');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return Object(permitted(() => JSON.parse(decoder.decode(bytesOf(payload)))));
};

const isTextIfGiven = (claim: unknown): claim is string | null | undefined =>
  typeof (claim ?? '') === 'string';

export const userOf = (idToken: string): User | null => {
  const { sub, email, phone_number, given_name, family_name } = readClaims(idToken);
  if (typeof sub !== 'string' || sub === '' || !isTextIfGiven(email)) return null;
  if (!isTextIfGiven(phone_number) || !isTextIfGiven(given_name) || !isTextIfGiven(family_name)) return null;
  return {
    id: sub,
    email: email ?? '',
    phone: phone_number ?? null,
    firstName: given_name ?? null,
    lastName: family_name ?? null,
  };
};

/** Reads a token's timestamp, in seconds by the service's clock. Null if unreadable. */
export const timeIn = (claim: unknown): number | null =>
  typeof claim === 'number' && Number.isSafeInteger(claim) ? claim : null;

/** Returns how many seconds this device's clock is ahead of the service's. */
const driftOf = (note: string): number => (/^-?\d{1,12}$/.test(note) ? Number(note) : 0);

/** A token counts as invalid this many seconds before it expires. */
const leeway = 60;

/** Returns the key that stores the session's user. It is written last and removed with the session. */
export const lastUserKey = (clientId: string): string =>
  `CognitoIdentityServiceProvider.${clientId}.LastAuthUser`;

export const entryKey = (clientId: string, username: string, entry: string): string =>
  `CognitoIdentityServiceProvider.${clientId}.${username}.${entry}`;

/** The stored entries of a session. Omits the device's identity, which outlives the session. */
export const sessionEntries = [
  'idToken',
  'accessToken',
  'refreshToken',
  'clockDrift',
  'userData',
  'hosted',
  'rotates',
  'registered',
];

export interface Session {
  /** The pool's name for the user, as used in storage keys. Not the email. */
  readonly username: string;
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Whether it started on the hosted sign-in pages, which have their own session. */
  readonly hosted: boolean;
  readonly registered: boolean;
  /** Whether the pool rotates refresh tokens. */
  readonly rotates: boolean;
  /** This device's key, if the pool tracks devices. After a hosted sign-in, only the token has it. */
  readonly deviceKey: string | null;
  /** Returns the whole seconds until the first token expires. Negative after that. `now` is in ms. */
  secondsLeft(now: number): number;
}

/** Reads the session that the identity library stored, without loading the library. Null if unreadable. */
export const readSession = (clientId: string, storage: Pick<DeviceStorage, 'getItem'>): Session | null => {
  const username = storage.getItem(lastUserKey(clientId));
  if (!username) return null;
  const entry = (name: string) => storage.getItem(entryKey(clientId, username, name)) ?? '';
  const idToken = entry('idToken');
  const accessToken = entry('accessToken');
  const refreshToken = entry('refreshToken');
  const user = userOf(idToken);
  const [idClaims, accessClaims] = [readClaims(idToken), readClaims(accessToken)];
  const [idEnds, accessEnds] = [timeIn(idClaims['exp']), timeIn(accessClaims['exp'])];
  if (user === null || idEnds === null || accessEnds === null || refreshToken === '') return null;
  const ends = Math.min(idEnds, accessEnds);
  const drift = driftOf(entry('clockDrift'));
  const issued = timeIn(accessClaims['iat']) ?? Number.NEGATIVE_INFINITY;
  const { device_key: deviceKey } = accessClaims;
  return {
    username,
    user,
    accessToken,
    refreshToken,
    hosted: entry('hosted') === 'true',
    registered: entry('registered') === 'true',
    rotates: entry('rotates') === 'true',
    deviceKey: (typeof deviceKey === 'string' && deviceKey) || entry('deviceKey') || null,
    secondsLeft(now) {
      const seconds = Math.floor(now / 1000);
      // If the drift puts the current time before `iat`, the drift is corrupt or the clock has changed.
      const isPlausible = seconds - drift >= issued - leeway;
      return ends - (isPlausible ? seconds - drift : seconds);
    },
  };
};

/** Returns whether the access token is valid. `refused` is a token that a service rejected. */
export const isTokenGood = (session: Session, refused?: string): boolean =>
  session.accessToken !== refused && session.secondsLeft(Date.now()) >= leeway;

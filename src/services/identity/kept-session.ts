import type { User } from '#machines/auth.types.ts';
import { isRecord } from '#services/records.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';

/** Claims of a JWT, unverified: they are this device's own note of what the service said. None when unreadable. */
export const readClaims = (token: string): Readonly<Record<string, unknown>> => {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(claims) ? claims : {};
  } catch {
    return {};
  }
};

const isTextIfGiven = (claim: unknown): claim is string | null | undefined =>
  typeof (claim ?? '') === 'string';

/** The user whom an id token names. Null when it can't be read. */
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

/** A time in a token, in seconds by the service's clock. Null when it can't be read. */
export const timeIn = (claim: unknown): number | null =>
  typeof claim === 'number' && Number.isSafeInteger(claim) ? claim : null;

/** Seconds by which this device's clock is ahead of the service's. */
const driftOf = (note: string): number => (/^-?\d{1,12}$/.test(note) ? Number(note) : 0);

/** Seconds before its end from which a token is not given out any more. */
const leeway = 60;

/** The entry that says whose session this device keeps; written last, removed with the session. */
export const lastUserKey = (clientId: string): string =>
  `CognitoIdentityServiceProvider.${clientId}.LastAuthUser`;

/** Where one entry of a user is kept. */
export const entryKey = (clientId: string, username: string, entry: string): string =>
  `CognitoIdentityServiceProvider.${clientId}.${username}.${entry}`;

/** What is kept of a session. What identifies this device is not a part of it. */
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

/** A session as this device keeps it, read and checked. */
export interface Session {
  /** The pool's own name of the user, which the storage keys contain. Not the email. */
  readonly username: string;
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Whether it began at the hosted sign-in pages, which keep a session of their own. */
  readonly hosted: boolean;
  /** Whether the store is known to have a record of the user. */
  readonly registered: boolean;
  /** Whether the pool is known to give another refresh token with each refresh. */
  readonly rotates: boolean;
  /** The key of this device, where the pool tracks devices: as its token names it, which is all that the hosted pages tell. */
  readonly deviceKey: string | null;
  /** Whole seconds until the access or the id token ends, whichever is first; negative when one has. */
  secondsLeft(now: number): number;
}

/**
 * Reads the entries that amazon-cognito-identity-js writes, under its keys, without it. Null when there is no session, or
 * what is kept can't be read.
 */
export const readSession = (clientId: string, storage: Pick<DeviceStorage, 'getItem'>): Session | null => {
  const username = storage.getItem(lastUserKey(clientId));
  if (!username) return null;
  const entry = (name: string) => storage.getItem(entryKey(clientId, username, name)) ?? '';
  const [idToken, accessToken, refreshToken] = [
    entry('idToken'),
    entry('accessToken'),
    entry('refreshToken'),
  ];
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
      // A note by which the token is not issued yet is corrupt, or the clock was set since.
      const isPlausible = seconds - drift >= issued - leeway;
      return ends - (isPlausible ? seconds - drift : seconds);
    },
  };
};

/** Whether the access token of a session may be sent now. `refused` is one that was not accepted. */
export const isTokenGood = (session: Session, refused?: string): boolean =>
  session.accessToken !== refused && session.secondsLeft(Date.now()) >= leeway;

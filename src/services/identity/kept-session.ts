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

/** When a token ends, in seconds by the service's clock. Null when it can't be read. */
const endOf = (token: string): number | null => {
  const { exp } = readClaims(token);
  return typeof exp === 'number' && Number.isSafeInteger(exp) ? exp : null;
};

/** Seconds by which this device's clock is ahead of the service's. A note of more than a day is corrupt. */
const driftOf = (note: string): number => {
  const drift = /^-?\d{1,6}$/.test(note) ? Number(note) : 0;
  return Math.abs(drift) <= 24 * 60 * 60 ? drift : 0;
};

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
  /** The key of this device, where the pool tracks devices. */
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
  const [idEnds, accessEnds] = [endOf(idToken), endOf(accessToken)];
  if (user === null || idEnds === null || accessEnds === null || refreshToken === '') return null;
  const ends = Math.min(idEnds, accessEnds);
  const drift = driftOf(entry('clockDrift'));
  return {
    username,
    user,
    accessToken,
    refreshToken,
    hosted: entry('hosted') === 'true',
    registered: entry('registered') === 'true',
    deviceKey: entry('deviceKey') || null,
    secondsLeft: (now) => ends - (Math.floor(now / 1000) - drift),
  };
};

/** Seconds before its end from which a token is not given out any more. */
const leeway = 60;

/** Whether the access token of a session may be sent now. `refused` is one that was not accepted. */
export const isTokenGood = (session: Session, refused?: string): boolean =>
  session.accessToken !== refused && session.secondsLeft(Date.now()) >= leeway;

import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { entryKey, readClaims, timeIn } from './stored-session.ts';

const deviceEntries = ['deviceKey', 'deviceGroupKey', 'randomPasswordKey'];

export const dropDevice = (clientId: string, username: string, storage: DeviceStorage): void => {
  for (const name of deviceEntries) storage.removeItem(entryKey(clientId, username, name));
};

interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
  /** Nullish if the old refresh token stays valid. */
  readonly refreshToken: string | null | undefined;
}

/** Stores tokens and the clock drift under the keys of amazon-cognito-identity-js. */
export const writeTokens = (
  clientId: string,
  username: string,
  { idToken, accessToken, refreshToken }: Tokens,
  storage: Pick<DeviceStorage, 'setItem'>,
): void => {
  const now = Math.floor(Date.now() / 1000);
  const issued = timeIn(readClaims(idToken)['iat']) ?? now;
  const entries = {
    accessToken,
    ...(refreshToken && { refreshToken }),
    clockDrift: `${now - issued}`,
    // Last, because other tabs then read the user's new names with the new access token.
    idToken,
  };
  for (const [name, value] of Object.entries(entries))
    storage.setItem(entryKey(clientId, username, name), value);
};

import type { DeviceStorage } from '#services/storage/device-storage.ts';
import { entryKey, readClaims, timeIn } from './kept-session.ts';

/** What identifies this device to the pool. */
const deviceEntries = ['deviceKey', 'deviceGroupKey', 'randomPasswordKey'];

/** Drops what identifies this device: the pool no longer knows it. */
export const dropDevice = (
  clientId: string,
  username: string,
  storage: Pick<DeviceStorage, 'removeItem'>,
): void => {
  for (const name of deviceEntries) storage.removeItem(entryKey(clientId, username, name));
};

/** Tokens as the service gives them. */
interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
  /** Undefined where the one before it stays. */
  readonly refreshToken: string | undefined;
}

/** Writes tokens under the keys of amazon-cognito-identity-js, with how far this device's clock is ahead. */
export const writeTokens = (
  clientId: string,
  username: string,
  { refreshToken, ...tokens }: Tokens,
  storage: Pick<DeviceStorage, 'setItem'>,
): void => {
  const now = Math.floor(Date.now() / 1000);
  const issued = timeIn(readClaims(tokens.idToken)['iat']) ?? now;
  const entries = {
    ...tokens,
    ...(refreshToken !== undefined && { refreshToken }),
    clockDrift: `${now - issued}`,
  };
  for (const [name, value] of Object.entries(entries))
    storage.setItem(entryKey(clientId, username, name), value);
};

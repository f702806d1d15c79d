import { UnavailableError } from '#services/errors.ts';
import type { DeviceStorage } from '#services/storage/device-storage.ts';
import type { HostedTokens } from './hosted-ui.ts';
import { entryKey, lastUserKey } from './session.ts';
import { expiryOf, issueOf, userOf } from './tokens.ts';

/**
 * Keeps a session that began at the hosted sign-in pages as the identity library keeps its own, so that it can renew
 * it, and notes where it began.
 *
 * @throws {UnavailableError} for tokens that can't be read.
 */
export const keepHostedSession = (clientId: string, storage: DeviceStorage, tokens: HostedTokens): void => {
  const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = tokens;
  const issue = issueOf(idToken);
  if (issue === null || userOf(idToken) === null || expiryOf(accessToken) === null)
    throw new UnavailableError('The hosted sign-in gave tokens that can’t be read');
  const { username, issuedAt } = issue;
  const entries = {
    idToken,
    accessToken,
    refreshToken,
    clockDrift: `${Math.floor(Date.now() / 1000) - issuedAt}`,
    hosted: 'true',
  };
  for (const [name, value] of Object.entries(entries))
    storage.setItem(entryKey(clientId, username, name), value);
  storage.setItem(lastUserKey(clientId), username);
};

/** Removes what tells this device from others, after the pool has forgotten it. */
export const dropDeviceEntries = (clientId: string, storage: DeviceStorage, username: string): void => {
  for (const name of ['deviceKey', 'deviceGroupKey', 'randomPasswordKey'])
    storage.removeItem(entryKey(clientId, username, name));
};

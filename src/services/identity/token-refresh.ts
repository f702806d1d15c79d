import * as v from 'valibot';
import { withTimeout } from '#services/abort.ts';
import { SignedOutError, UnavailableError } from '#services/errors.ts';
import { callCognito, readAs } from './client.ts';
import type { IdentityEnvironment, IdentitySettings } from './environment.ts';
import { isRefusedWith, isSessionRefused } from './errors.ts';
import type { IdentityContext } from './session.ts';
import { entryKey, isTokenGood, type Session } from './stored-session.ts';
import { writeTokens } from './token-writer.ts';

/**
 * Returns a valid access token, refreshed if needed. Never returns `refused`, which a service rejected.
 * @throws {SignedOutError} without a session, {@link UnavailableError} if a refresh fails
 */
export type AccessToken = (request?: { readonly refused?: string }) => Promise<string>;

/** How long to hold the lock after a refresh, in ms, because other tabs may see the stored token late. */
const storageDelay = 250;

/** How long to wait for another tab to store its rotated token, in ms. */
const reuseDelay = 1_000;

/** How long to wait for another tab's refresh, in ms. A suspended tab keeps its lock. */
const lockLimit = 3_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const resultSchema = v.object({
  AuthenticationResult: v.object({
    AccessToken: v.string(),
    IdToken: v.string(),
    RefreshToken: v.nullish(v.pipe(v.string(), v.nonEmpty())),
  }),
});

/** Returns whether the pool may have refused the operation rather than the token. */
const mayRotate = (error: unknown): boolean =>
  isRefusedWith(error, 'UnsupportedOperationException', 'InvalidParameterException') ||
  (isRefusedWith(error, 'NotAuthorizedException') &&
    error instanceof Error &&
    !/revoked|expired|disabled/i.test(error.message));

/**
 * Requests new tokens. Pools with rotation accept only `GetTokensFromRefreshToken`, others since April 2025.
 * @throws {ProviderError} for a refusal, {@link UnavailableError} without tokens
 */
const requestTokens = async (
  settings: IdentitySettings,
  { refreshToken, deviceKey, rotates }: Session,
  signal: AbortSignal,
) => {
  const device = deviceKey ?? undefined;
  const call = (operation: string, parameters: object) =>
    callCognito(settings, operation, { ClientId: settings.clientId, ...parameters }, signal);
  const rotate = () => call('GetTokensFromRefreshToken', { RefreshToken: refreshToken, DeviceKey: device });
  const initiateOrRotate = () =>
    call('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: refreshToken, DEVICE_KEY: device },
    }).catch((refusal: unknown) => {
      if (!mayRotate(refusal)) throw refusal;
      return rotate().catch((error: unknown) => {
        throw error instanceof UnavailableError || isSessionRefused(error) ? error : refusal;
      });
    });
  return readAs(resultSchema, await (rotates ? rotate() : initiateOrRotate())).AuthenticationResult;
};

/** Runs `work` under a lock, or without it if the browser refuses or another tab holds it too long. */
const withLock = async (locks: IdentityEnvironment['locks'], name: string, work: () => Promise<void>) => {
  let working: Promise<void> | undefined;
  const begin = () => {
    working ??= work();
    return working;
  };
  try {
    await locks?.request(name, { signal: AbortSignal.timeout(lockLimit) }, begin);
  } catch {
    // If `work` never started, start it now. Otherwise return its result or error.
  }
  return begin();
};

/** Creates a function that refreshes an invalid token once for all callers and tabs. */
export const createAccessToken = (context: IdentityContext): AccessToken => {
  const { settings, environment, storage, session } = context;
  const { clientId } = settings;
  const { limit, locks } = environment;
  let refreshing: Promise<string> | null = null;

  const currentSession = (): Session => {
    const current = session.current();
    if (current === null) throw new SignedOutError('There is no session');
    return current;
  };

  const renew = async (renewed: Session, signal: AbortSignal): Promise<string> => {
    const { username } = renewed;
    const isStillStored = () => session.stored()?.refreshToken === renewed.refreshToken;
    let refusal: unknown;
    try {
      const { IdToken, AccessToken, RefreshToken } = await requestTokens(settings, renewed, signal);
      if (isStillStored()) {
        const tokens = { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken };
        writeTokens(clientId, username, tokens, storage);
        if (RefreshToken) storage.setItem(entryKey(clientId, username, 'rotates'), 'true');
        return currentSession().accessToken;
      }
    } catch (error) {
      if (!isSessionRefused(error)) throw error;
      refusal = error;
      // Without the lock, another tab may have used the token first and not stored its new one yet.
      if (isRefusedWith(error, 'RefreshTokenReuseException')) await pause(reuseDelay);
      if (isStillStored()) session.expire();
    }
    // If the user signed out or in again during the refresh, discard its tokens.
    const successor = session.current();
    if (successor?.username === username && isTokenGood(successor, renewed.accessToken))
      return successor.accessToken;
    throw refusal === undefined
      ? new SignedOutError('The session ended during its refresh')
      : new SignedOutError('The session was revoked or has expired', { cause: refusal });
  };

  const refresh = (signal: AbortSignal, refused?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      withLock(locks, `coffer.${clientId}.refresh`, async () => {
        // Another tab may have refreshed the token while this tab waited.
        const current = currentSession();
        if (isTokenGood(current, refused)) {
          resolve(current.accessToken);
          return;
        }
        resolve(await renew(current, signal));
        if (locks !== undefined) await pause(storageDelay);
      }).catch(reject);
    });

  return async ({ refused } = {}) => {
    const current = currentSession();
    if (isTokenGood(current, refused)) return current.accessToken;
    refreshing ??= withTimeout(limit, (signal) => refresh(signal, refused))
      .catch((error: unknown) => {
        if (error instanceof UnavailableError) session.reportUnavailable();
        throw error;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
};

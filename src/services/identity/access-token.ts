import { withTimeout } from '#services/abort.ts';
import { SignedOutError, UnavailableError } from '#services/errors.ts';
import { isRefusedWith, isSessionRefused } from './errors.ts';
import type { IdentityContext } from './session.ts';
import { isTokenGood, type Session } from './stored-session.ts';
import { refreshTokens } from './token-refresh.ts';

/**
 * A valid access token, refreshed if needed. Never returns `refused`, a token that a service rejected.
 * @throws {SignedOutError} without a session; {@link UnavailableError} if a refresh fails
 */
export type AccessToken = (request?: { readonly refused?: string }) => Promise<string>;

/** Milliseconds to hold the lock after a refresh, because other tabs may see the stored token late. */
const storageDelay = 250;

/** Milliseconds to wait for another tab to store its rotated token. */
const reuseDelay = 1_000;

/** Milliseconds to wait for another tab's refresh. A suspended tab keeps its lock while it sleeps. */
const lockPatience = 3_000;

const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

/** Refreshes an invalid token once for all callers, across tabs. */
export const createAccessToken = (context: IdentityContext): AccessToken => {
  const { settings, environment, session } = context;
  const { limit, locks } = environment;
  let refreshing: Promise<string> | null = null;

  const currentSession = (): Session => {
    const current = session.current();
    if (current === null) throw new SignedOutError('There is no session');
    return current;
  };

  const renew = async (renewed: Session, signal: AbortSignal): Promise<string> => {
    const isStillStored = () => session.stored()?.refreshToken === renewed.refreshToken;
    let refusal: unknown;
    try {
      const changes = await refreshTokens(context, renewed, signal);
      if (isStillStored()) {
        changes.commit();
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
    if (successor?.username === renewed.username && isTokenGood(successor, renewed.accessToken))
      return successor.accessToken;
    throw refusal === undefined
      ? new SignedOutError('The session ended during its refresh')
      : new SignedOutError('The session was revoked or has expired', { cause: refusal });
  };

  /**
   * Runs `work` under the lock, or without it if the browser refuses locks or another tab blocks this one.
   */
  const underLock = async (work: () => Promise<void>): Promise<void> => {
    if (locks === undefined) return work();
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), lockPatience);
    let working: Promise<void> | null = null;
    const begin = () => {
      clearTimeout(timer);
      working = work();
      return working;
    };
    try {
      await locks.request(`coffer.${settings.clientId}.refresh`, { signal: waiting.signal }, begin);
    } catch {
      // If `work` never started, start it now. Otherwise return its result or error.
    }
    return working ?? begin();
  };

  const refresh = (signal: AbortSignal, refused?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const work = async () => {
        // Another tab may have refreshed it in the meantime.
        const current = currentSession();
        if (isTokenGood(current, refused)) {
          resolve(current.accessToken);
          return;
        }
        resolve(await renew(current, signal));
        if (locks !== undefined) await pause(storageDelay);
      };
      underLock(work).catch(reject);
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

import { withTimeout } from '#services/abort.ts';
import { SignedOutError, UnavailableError } from '#services/errors.ts';
import { isRefusedWith, isSessionRefused } from './errors.ts';
import { isTokenGood, type Session } from './kept-session.ts';
import type { IdentityContext } from './session.ts';
import { refreshTokens } from './token-refresh.ts';

/**
 * An access token of the signed-in user, refreshed when need be. `refused` is a token that was not accepted: it is not
 * given out again.
 *
 * @throws {SignedOutError} when there is no session (any more); {@link UnavailableError} when it can't be refreshed
 * now, and the session is kept.
 */
export type AccessToken = (request?: { readonly refused?: string }) => Promise<string>;

/**
 * Milliseconds for which the lock outlasts a refresh. Browsers don't promise that another tab sees what was stored as
 * soon as it gets the lock, and one that saw the old token would refresh it again.
 */
const storageDelay = 250;

/** Milliseconds for which another tab may take to store what it got for a rotated token. */
const reuseDelay = 1_000;

/** Milliseconds to wait for another tab's refresh: a suspended tab keeps its lock for as long as it sleeps. */
const lockPatience = 3_000;

const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

/** Gives out the kept token while it is good, and refreshes it once for all who wait, in this tab and the others. */
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
    const isStillKept = () => session.stored()?.refreshToken === renewed.refreshToken;
    let refusal: unknown;
    try {
      const changes = await refreshTokens(context, renewed, signal);
      if (isStillKept()) {
        changes.commit();
        return currentSession().accessToken;
      }
    } catch (error) {
      if (!isSessionRefused(error)) throw error;
      refusal = error;
      // Without the lock, another tab may have used the token first and not have stored its new one yet.
      if (isRefusedWith(error, 'RefreshTokenReuseException')) await pause(reuseDelay);
      if (isStillKept()) session.expire();
    }
    // Signed out, or in again, while the refresh was under way: its tokens must not come back.
    const successor = session.current();
    if (successor?.username === renewed.username && isTokenGood(successor, renewed.accessToken))
      return successor.accessToken;
    throw refusal === undefined
      ? new SignedOutError('The session ended during its refresh')
      : new SignedOutError('The session was revoked or has expired', { cause: refusal });
  };

  /** Runs `work` under the lock, or without it where the browser refuses locks or another tab keeps this one. */
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
      // Only work that never began needs another start; else its own failure is the answer.
    }
    return working ?? begin();
  };

  const refresh = (signal: AbortSignal, refused?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const work = async () => {
        // Another tab may have refreshed it while this one waited.
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

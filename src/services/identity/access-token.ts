import { withTimeout } from '#services/abort.ts';
import { SignedOutError, UnavailableError } from '#services/errors.ts';
import type { Cognito } from './cognito.ts';
import { isNotAuthorized } from './failures.ts';
import type { Session, SessionKeeper } from './session.ts';
import type { SessionHolder } from './session-holder.ts';

export interface AccessTokenRequest {
  /** A token that the store refused: it is not given out again. */
  readonly refused?: string;
}

/**
 * An access token of the signed-in user, refreshed when need be.
 *
 * @throws {SignedOutError} when there is no session (any more); {@link UnavailableError} when it can't be refreshed
 * now, and the session is kept.
 */
export type AccessToken = (request?: AccessTokenRequest) => Promise<string>;

export interface AccessTokenParts {
  readonly clientId: string;
  readonly sessions: SessionKeeper;
  readonly holder: SessionHolder;
  readonly loadCognito: () => Promise<Cognito>;
  /** Milliseconds for one refresh, the wait for other tabs included. */
  readonly limit: number;
  /** Locks over all tabs, where the browser has them. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
}

/** Seconds before its end from which a token is not given out any more. */
const leeway = 60;
/**
 * Milliseconds for which the lock outlasts a refresh. Browsers don't promise that another tab sees what was stored as
 * soon as it gets the lock, and one that saw the old token would refresh it again.
 */
const storageDelay = 250;

/** Gives out the kept token while it is good, and refreshes it once for all who wait, in this tab and the others. */
export const createAccessToken = (parts: AccessTokenParts): AccessToken => {
  const { clientId, sessions, holder, loadCognito, limit, locks } = parts;
  let refreshing: Promise<string> | null = null;

  const isGood = (session: Session, refused?: string): boolean =>
    session.accessToken !== refused && session.secondsLeft(Date.now()) >= leeway;

  const ownSession = (): Session => {
    const session = holder.own();
    if (session === null) throw new SignedOutError('There is no session');
    return session;
  };

  const isStillKept = (session: Session) => sessions.read()?.refreshToken === session.refreshToken;

  const renew = async (session: Session, signal: AbortSignal): Promise<string> => {
    const cognito = await loadCognito();
    const changes = await cognito.refresh(session, signal).catch((error: unknown) => {
      if (!isNotAuthorized(error)) throw error;
      if (isStillKept(session)) holder.lose();
      throw new SignedOutError('The session was revoked or has expired', { cause: error });
    });
    // Signed out, or in again, while the refresh was under way: its tokens must not come back.
    if (!isStillKept(session)) throw new SignedOutError('The session ended during its refresh');
    changes.commit();
    return ownSession().accessToken;
  };

  const refresh = (refused?: string): Promise<string> =>
    withTimeout(
      limit,
      (signal) =>
        new Promise<string>((resolve, reject) => {
          const work = async () => {
            // Another tab may have refreshed it while this one waited.
            const session = ownSession();
            if (isGood(session, refused)) {
              resolve(session.accessToken);
              return;
            }
            resolve(await renew(session, signal));
            if (locks !== undefined) await pause(storageDelay);
          };
          const working =
            locks === undefined ? work() : locks.request(`coffer.${clientId}.refresh`, { signal }, work);
          working.catch(reject);
        }),
    );

  return async ({ refused } = {}) => {
    const session = ownSession();
    if (isGood(session, refused)) return session.accessToken;
    refreshing ??= refresh(refused)
      .catch((error: unknown) => {
        if (error instanceof UnavailableError) holder.complain();
        throw error;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

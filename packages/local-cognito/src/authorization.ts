import { notAuthorized } from './errors.ts';
import type { Pool } from './pool.ts';
import { accountScope, type Session } from './sessions.ts';
import type { TokenPair } from './tokens.ts';
import type { User } from './users.ts';

export interface Authorized {
  readonly user: User;
  readonly session: Session;
}

/**
 * Runs `work` with an access token's user and session. Reads both right before `work` starts, so they aren't stale.
 * Throws NotAuthorizedException if the token isn't valid.
 */
export const authorize = async <Result>(
  pool: Pool,
  accessToken: string,
  work: (authorized: Authorized) => Result | Promise<Result>,
): Promise<Result> => {
  const claims = await pool.tokens.verifyAccessToken(accessToken);
  const user = pool.users.requireActive(claims.sub);
  const session = pool.sessions.findLive(claims.origin_jti);
  if (session === undefined) throw notAuthorized('Access Token has been revoked');
  if (!session.scope.split(' ').includes(accountScope)) {
    throw notAuthorized('Access Token does not have required scopes');
  }
  return work({ user, session });
};

/** Signs tokens. Throws if the user is disabled or deleted while the tokens are being signed. */
const issueTokens = async (pool: Pool, user: User, session: Session): Promise<TokenPair> => {
  const tokens = await pool.tokens.issue(user, session, pool.settings.get().accessTokenSeconds);
  pool.users.requireActive(user.sub);
  return tokens;
};

export const startSession = async (
  pool: Pool,
  user: User,
  grant: Pick<Session, 'scope' | 'deviceKey'>,
): Promise<{ session: Session; tokens: TokenPair; refreshToken: string }> => {
  const started = pool.sessions.start({ sub: user.sub, ...grant });
  const tokens = await issueTokens(pool, user, started.session);
  return { ...started, tokens };
};

/**
 * Creates tokens from a refresh token, with a new refresh token if the pool rotates them. With device tracking, the
 * request must name the token's device, which the user must not have forgotten. The token endpoint doesn't know the
 * device keys of hosted sign-ins, so it passes `own-browser`. Throws NotAuthorizedException if a check fails.
 */
export const refreshSession = async (
  pool: Pool,
  refreshToken: string,
  deviceKey?: string | null,
): Promise<{ session: Session; tokens: TokenPair; refreshToken?: string }> => {
  const session = pool.sessions.redeem(refreshToken);
  const user = pool.users.requireActive(session.sub);
  const settings = pool.settings.get();
  const needsKey = deviceKey !== 'own-browser' || session.scope === accountScope;
  if (settings.deviceTracking && session.deviceKey !== null && needsKey) {
    const isKnown = pool.devices.find(user.sub, session.deviceKey) !== undefined;
    if (!isKnown || deviceKey !== session.deviceKey) throw notAuthorized('Invalid Refresh Token');
  }
  const tokens = await issueTokens(pool, user, session);
  if (!settings.refreshTokenRotation) return { session, tokens };
  // Redeem the token again, because another request may have used or revoked it during the signing.
  return { session, tokens, refreshToken: pool.sessions.rotate(refreshToken, settings.rotationGraceSeconds) };
};

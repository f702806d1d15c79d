import { enabledUser } from './authorization.ts';
import { CognitoError, notAuthorized, passwordResetRequired } from './errors.ts';
import type { Pool } from './pool.ts';
import { accountScope, type NewSession, type Session } from './sessions.ts';
import type { TokenPair } from './tokens.ts';
import type { User } from './users.ts';

/** Starts a session of a user and makes its first tokens. */
export const startSession = async (
  pool: Pool,
  user: User,
  grant: Pick<NewSession, 'scope' | 'deviceKey'>,
): Promise<{ session: Session; tokens: TokenPair; refreshToken: string }> => {
  const { accessTokenSeconds } = pool.settings();
  const started = pool.sessions.start({ sub: user.sub, ...grant });
  return { ...started, tokens: await pool.tokens.issue(user, started.session, accessTokenSeconds) };
};

/**
 * Makes new tokens from a refresh token, with another refresh token where the pool rotates them. Throws
 * NotAuthorizedException when it, or its user, is no longer good. Where devices are tracked, the token of a device is good
 * with that device's key only, until the device is forgotten; the token endpoint asks for none of the hosted pages' browsers.
 */
export const refreshSession = async (
  pool: Pool,
  refreshToken: string,
  deviceKey?: string | 'own-browser' | null,
): Promise<{ session: Session; tokens: TokenPair; refreshToken?: string }> => {
  const session = pool.sessions.redeem(refreshToken);
  const user = enabledUser(pool, session.sub);
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  const { accessTokenSeconds, deviceTracking, refreshTokenRotation, rotationGraceSeconds } = pool.settings();
  const needsKey = deviceKey !== 'own-browser' || session.scope === accountScope;
  if (deviceTracking && session.deviceKey !== null && needsKey) {
    const isKnown = pool.devices.find(user.sub, session.deviceKey) !== undefined;
    if (!isKnown || deviceKey !== session.deviceKey) throw notAuthorized('Invalid Refresh Token');
  }
  const tokens = await pool.tokens.issue(user, session, accessTokenSeconds);
  if (!refreshTokenRotation) return { session, tokens };
  // Signing took its time: another request may have used or revoked the token meanwhile.
  return { session, tokens, refreshToken: pool.sessions.rotate(refreshToken, rotationGraceSeconds) };
};

/** A signed token has three parts; a refresh token of this pool has two. */
const jsonWebToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Ends the session of a refresh token. Throws UnsupportedTokenTypeException for a token of another kind. */
export const revokeRefreshToken = (pool: Pool, token: string): void => {
  if (jsonWebToken.test(token)) {
    throw new CognitoError('UnsupportedTokenTypeException', 'Token type is not supported for revocation.');
  }
  pool.sessions.revoke(token);
};

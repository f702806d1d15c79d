import { enabledUser } from './authorization.ts';
import { CognitoError, notAuthorized } from './errors.ts';
import type { Pool } from './pool.ts';
import type { NewSession, Session } from './sessions.ts';
import type { TokenPair } from './tokens.ts';
import type { User } from './users.ts';

/** Starts a session of a user and makes its first tokens. */
export const startSession = async (
  pool: Pool,
  user: User,
  grant: Pick<NewSession, 'scope' | 'deviceKey'>,
): Promise<{ session: Session; tokens: TokenPair; refreshToken: string }> => {
  const { accessTokenSeconds, refreshTokenSeconds: lifeSeconds } = pool.settings();
  const started = pool.sessions.start({ sub: user.sub, ...grant, lifeSeconds });
  return { ...started, tokens: await pool.tokens.issue(user, started.session, accessTokenSeconds) };
};

/**
 * Makes new tokens from a refresh token. Throws NotAuthorizedException when it, or its user, is no longer good. Where
 * devices are tracked, the token of a device is good with that device's key only, until the device is forgotten.
 */
export const refreshSession = async (
  pool: Pool,
  refreshToken: string,
  deviceKey?: string | null,
): Promise<{ session: Session; tokens: TokenPair }> => {
  const session = pool.sessions.redeem(refreshToken);
  const user = enabledUser(pool, session.sub);
  const { accessTokenSeconds, deviceTracking } = pool.settings();
  if (deviceTracking && session.deviceKey !== null) {
    const isKnown = pool.devices.find(user.sub, session.deviceKey) !== undefined;
    if (!isKnown || deviceKey !== session.deviceKey) throw notAuthorized('Invalid Refresh Token');
  }
  return { session, tokens: await pool.tokens.issue(user, session, accessTokenSeconds) };
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

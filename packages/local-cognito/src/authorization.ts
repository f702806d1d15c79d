import { notAuthorized, passwordResetRequired, userDisabled } from './errors.ts';
import type { Pool } from './pool.ts';
import { accountScope, type Session } from './sessions.ts';
import type { User } from './users.ts';

/** The user of an access token. Throws as `authorizedSession` does. */
export const authorizedUser = async (pool: Pool, accessToken: string): Promise<User> =>
  (await authorizedSession(pool, accessToken)).user;

/**
 * The session of an access token, and its user. Throws NotAuthorizedException when the token, or the user, is no longer
 * good, or when the token was not made for the user's own account; PasswordResetRequiredException as a sign-in does.
 */
export const authorizedSession = async (
  pool: Pool,
  accessToken: string,
): Promise<{ user: User; session: Session }> => {
  const claims = await pool.tokens.verifyAccessToken(accessToken);
  const session = pool.sessions.findLive(claims.origin_jti);
  if (session === undefined) throw notAuthorized('Access Token has been revoked');
  if (!session.scope.split(' ').includes(accountScope)) {
    throw notAuthorized('Access Token does not have required scopes');
  }
  const user = enabledUser(pool, claims.sub);
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  return { user, session };
};

/** The user with this id. Throws when there is none, or it is disabled. */
export const enabledUser = (pool: Pool, sub: string): User => {
  const user = pool.users.require(sub);
  if (!user.enabled) throw userDisabled();
  return user;
};

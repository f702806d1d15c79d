import { CognitoError, notAuthorized, userDisabled, userNotFound } from './errors.ts';
import type { Pool } from './pool.ts';
import type { User } from './users.ts';

/** The user of an access token. Throws NotAuthorizedException when the token, or the user, is no longer good. */
export async function authorizedUser(pool: Pool, accessToken: string): Promise<User> {
  const claims = await pool.tokens.verifyAccessToken(accessToken);
  if (!pool.sessions.isLive(claims.origin_jti)) throw notAuthorized('Access Token has been revoked');
  return enabledUser(pool, claims.sub);
}

/** The user with this id. Throws when there is none, or it is disabled. */
export function enabledUser(pool: Pool, sub: string): User {
  const user = pool.users.find(sub);
  if (user === undefined) throw userNotFound();
  if (!user.enabled) throw userDisabled();
  return user;
}

/** Throws ResourceNotFoundException for another app client than the pool's own. */
export function assertClient(pool: Pool, clientId: string): void {
  if (clientId === pool.clientId) return;
  throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}

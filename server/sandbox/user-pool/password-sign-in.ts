import { CognitoError, incorrectUsernameOrPassword, userDisabled } from './errors.ts';
import type { Pool } from './pool.ts';
import { isPasswordOf } from './srp.ts';
import { credentialsOf, type User } from './users.ts';

/**
 * The user with this email and password. Throws NotAuthorizedException, the same for a wrong password and an unknown
 * email, and counts the failure; UserNotConfirmedException for who is not confirmed.
 */
export function signInWithPassword(pool: Pool, email: string, password: string): User {
  const user = pool.users.find(email);
  const credentials = user === undefined ? pool.simulatedUser(email) : credentialsOf(user);
  pool.lockouts.assertNotLocked(credentials.userId);
  if (!isPasswordOf(pool.poolName, credentials, password) || user === undefined) {
    pool.lockouts.recordFailure(credentials.userId);
    throw incorrectUsernameOrPassword();
  }
  pool.lockouts.clear(user.sub);
  assertMaySignIn(user);
  return user;
}

/** Ask it after the password was proven: only who knows it learns what else stands in the way. */
export function assertMaySignIn(user: User): void {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'CONFIRMED') return;
  throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
}

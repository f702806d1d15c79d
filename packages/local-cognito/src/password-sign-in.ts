import {
  CognitoError,
  incorrectUsernameOrPassword,
  notAuthorized,
  passwordResetRequired,
  userDisabled,
} from './errors.ts';
import type { Pool } from './pool.ts';
import { isPasswordOf } from './srp.ts';
import { credentialsOf, type User } from './users.ts';

/**
 * The user with this id whose password `isProven` shows. Throws NotAuthorizedException, and counts the failure, when it
 * does not or there is no such user.
 */
export const assertPassword = (pool: Pool, userId: string, isProven: () => boolean): User => {
  pool.lockouts.assertNotLocked(userId);
  const proven = isProven();
  const user = pool.users.find(userId);
  if (!proven || user === undefined) {
    pool.lockouts.recordFailure(userId);
    throw incorrectUsernameOrPassword();
  }
  pool.lockouts.clear(userId);
  return user;
};

/**
 * The user with this email and password. Throws NotAuthorizedException, the same for a wrong password and an unknown
 * email, and counts the failure; UserNotConfirmedException for who is not confirmed.
 */
export const signInWithPassword = (pool: Pool, email: string, password: string): User => {
  const known = pool.users.find(email);
  const credentials = known === undefined ? pool.simulatedUser(email) : credentialsOf(known);
  const user = assertPassword(pool, credentials.userId, () =>
    isPasswordOf(pool.poolName, credentials, password),
  );
  assertMaySignIn(user);
  // The hosted pages have no page for it.
  if (user.status === 'FORCE_CHANGE_PASSWORD') throw notAuthorized('A new password is required.');
  return user;
};

/** Ask it after the password was proven: only who knows it learns what else stands in the way. */
export const assertMaySignIn = (user: User): void => {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  if (user.status !== 'UNCONFIRMED') return;
  throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
};

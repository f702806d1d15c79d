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
 * The user with this email and password. Throws NotAuthorizedException, the same for a wrong password and an unknown
 * email; UserNotConfirmedException for an unconfirmed user.
 */
export const signInWithPassword = (pool: Pool, email: string, password: string): User => {
  const user = pool.users.find(email);
  if (user === undefined || !isPasswordOf(pool.poolName, credentialsOf(user), password))
    throw incorrectUsernameOrPassword();
  assertMaySignIn(user);
  // The hosted pages have no page for it.
  if (user.status === 'FORCE_CHANGE_PASSWORD') throw notAuthorized('A new password is required.');
  return user;
};

/** Call it after the password is proven: only then may the caller learn what else stands in the way. */
export const assertMaySignIn = (user: User): void => {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  if (user.status !== 'UNCONFIRMED') return;
  throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
};

import { CognitoError, incorrectUsernameOrPassword, passwordResetRequired, userDisabled } from './errors.ts';
import type { Pool } from './pool.ts';
import { isPasswordOf } from './srp.ts';
import type { User } from './users.ts';

/** Cognito's symbols. A space counts too, except at the start or end, which input.ts rejects. */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

const rules: readonly (readonly [isMet: (password: string) => boolean, reason: string])[] = [
  [(password) => password.length >= 8, 'Password not long enough'],
  [(password) => /[A-Z]/.test(password), 'Password must have uppercase characters'],
  [(password) => /[a-z]/.test(password), 'Password must have lowercase characters'],
  [(password) => /[0-9]/.test(password), 'Password must have numeric characters'],
  [(password) => symbol.test(password), 'Password must have symbol characters'],
];

/** Throws InvalidPasswordException with the first rule that a password breaks. */
export const assertPasswordConforms = (password: string): void => {
  const [, reason] = rules.find(([isMet]) => !isMet(password)) ?? [];
  if (reason === undefined) return;
  throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
};

/**
 * Replaces a user's password. Throws InvalidPasswordException, or PasswordHistoryPolicyViolationException if it is one
 * of the last passwords, including the current one, and the settings forbid that.
 */
export const replacePassword = (pool: Pool, user: User, password: string): User => {
  assertPasswordConforms(password);
  const past = [user, ...user.pastPasswords].slice(0, pool.settings.get().passwordHistorySize);
  if (past.some((credentials) => isPasswordOf(pool.poolName, user.sub, credentials, password))) {
    const text = 'Password has previously been used.';
    throw new CognitoError('PasswordHistoryPolicyViolationException', text);
  }
  return pool.users.setPassword(user, password);
};

/** Checks a password. Throws NotAuthorizedException if it is wrong, or what {@link assertMaySignIn} throws. */
export const assertPassword = (poolName: string, user: User, password: string): void => {
  if (!isPasswordOf(poolName, user.sub, user, password)) throw incorrectUsernameOrPassword();
  assertMaySignIn(user);
};

/** Throws if the user can't sign in. Call this only after the password is proven: the account's state is private. */
export const assertMaySignIn = (user: User): void => {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  if (user.status !== 'UNCONFIRMED') return;
  throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
};

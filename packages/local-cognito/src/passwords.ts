import { CognitoError, incorrectUsernameOrPassword, passwordResetRequired, userDisabled } from './errors.ts';
import { isPasswordOf, type SrpCredentials } from './srp.ts';
import type { User } from './users.ts';

/** Cognito's symbols. A space counts too; the ends of a password are checked in input.ts. */
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

/** What a user proves the password against. */
export const credentialsOf = ({ sub, salt, verifier }: User): SrpCredentials => ({
  userId: sub,
  salt,
  verifier,
});

/** Throws NotAuthorizedException for a wrong password, and what {@link assertMaySignIn} throws. */
export const assertPassword = (poolName: string, user: User, password: string): void => {
  if (!isPasswordOf(poolName, credentialsOf(user), password)) throw incorrectUsernameOrPassword();
  assertMaySignIn(user);
};

/** Call it after the password is proven: only then may the caller learn what else stands in the way. */
export const assertMaySignIn = (user: User): void => {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'RESET_REQUIRED') throw passwordResetRequired();
  if (user.status !== 'UNCONFIRMED') return;
  throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
};

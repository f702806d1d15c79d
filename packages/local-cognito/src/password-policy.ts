import { CognitoError } from './errors.ts';

/** Cognito's symbols; a space counts too (the ends of a password are checked before, see constraints.ts). */
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

/** The fewest characters that a password may have. */
export const minPasswordLength = 8;

/** The most characters that a password may have. */
export const maxPasswordLength = 256;

/** What a password needs, in the order of the checklist. */
export const passwordRules = ['length', 'number', 'lowercase', 'uppercase', 'symbol'] as const;

export type PasswordRule = (typeof passwordRules)[number];

/** The symbols that a Cognito user pool counts, the space among them. */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

const tests: Readonly<Record<PasswordRule, (password: string) => boolean>> = {
  length: (password) => password.length >= minPasswordLength,
  number: (password) => /[0-9]/.test(password),
  lowercase: (password) => /[a-z]/.test(password),
  uppercase: (password) => /[A-Z]/.test(password),
  // A pool refuses spaces at the ends, so they are no symbols there.
  symbol: (password) => symbol.test(password.trim()),
};

/** The rules that a password does not meet yet, in the order of the checklist. */
export const unmetPasswordRules = (password: string): readonly PasswordRule[] =>
  passwordRules.filter((rule) => !tests[rule](password));

/** What no user pool takes, whatever its policy. A checklist names these only while a password breaks them. */
export type PasswordLimit = 'spaces' | 'longest';

/** The limits that a password breaks. */
export const brokenPasswordLimits = (password: string): readonly PasswordLimit[] => [
  ...(password === password.trim() ? [] : ['spaces' as const]),
  ...(password.length <= maxPasswordLength ? [] : ['longest' as const]),
];

export const minPasswordLength = 8;

export const maxPasswordLength = 256;

export const passwordRules = ['length', 'number', 'lowercase', 'uppercase', 'symbol'] as const;

export type PasswordRule = (typeof passwordRules)[number];

/** The symbols that a Cognito user pool accepts as special characters, including the space. */
const symbol = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

const tests: Readonly<Record<PasswordRule, (password: string) => boolean>> = {
  length: (password) => password.length >= minPasswordLength,
  number: (password) => /[0-9]/.test(password),
  lowercase: (password) => /[a-z]/.test(password),
  uppercase: (password) => /[A-Z]/.test(password),
  // Cognito refuses leading and trailing spaces, so they don't count as symbols.
  symbol: (password) => symbol.test(password.trim()),
};

export const unmetPasswordRules = (password: string): readonly PasswordRule[] =>
  passwordRules.filter((rule) => !tests[rule](password));

/** Limits that every user pool has. The checklist shows a limit only while the password violates it. */
export type PasswordLimit = 'spaces' | 'longest';

export const brokenPasswordLimits = (password: string): readonly PasswordLimit[] => [
  ...(password === password.trim() ? [] : ['spaces' as const]),
  ...(password.length <= maxPasswordLength ? [] : ['longest' as const]),
];

import type { IdentityFailureName, SignInChallenge, User } from '#machines/auth.types.ts';

export const email = 'ada@example.com';
export const otherEmail = 'augusta@example.com';
export const password = 'Analytical-1843!';
export const code = '918273';
export const user: User = {
  id: 'u1',
  email,
  phone: '+15551234567',
  firstName: 'Ada',
  lastName: 'Lovelace',
};

export const challenges = {
  SOFTWARE_TOKEN_MFA: { name: 'SOFTWARE_TOKEN_MFA', email },
  SMS_MFA: { name: 'SMS_MFA', email, destination: '+*4567' },
  EMAIL_OTP: { name: 'EMAIL_OTP', email, destination: 'a***' },
  SELECT_MFA_TYPE: { name: 'SELECT_MFA_TYPE', email, factors: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] },
  MFA_SETUP: { name: 'MFA_SETUP', email, secret: 'JBSWY3DPEHPK3PXP' },
  NEW_PASSWORD_REQUIRED: { name: 'NEW_PASSWORD_REQUIRED', email, missingAttributes: [] },
} as const satisfies Readonly<Record<SignInChallenge['name'], SignInChallenge>>;

export const done = { outcome: 'done' } as const;
export const signedIn = { ...done, user } as const;
export const challenged = (challenge: SignInChallenge) => ({ outcome: 'challenged', challenge }) as const;
export const unconfirmed = { outcome: 'unconfirmed', email, message: 'No.' } as const;
export const resetRequired = { outcome: 'reset-required', email, message: 'No.' } as const;
export const refused = (name: IdentityFailureName) =>
  ({ outcome: 'refused', failure: { name, message: 'No.' } }) as const;

/** The outcome of an answer; undefined for anything else. */
export const outcomeOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'outcome' in answer ? answer.outcome : undefined;

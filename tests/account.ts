import { signedOut } from '#gallery/harness/actors.ts';
import type { IdentityFailureName, SignInChallenge, User } from '#machines/account/auth.types.ts';

export const email = 'ada@example.com';
export const otherEmail = 'augusta@example.com';
export const password = 'Analytical-1843!';
export const code = '918273';
export const user: User = { id: 'u1', email, phone: '+15551234567', firstName: 'Ada', lastName: 'Lovelace' };

/** What the app finds at startup for a guest with nothing pending. */
export const nothingRestored = signedOut;

export const challenges = {
  'authenticator-code': { name: 'authenticator-code', email },
  'text-message-code': { name: 'text-message-code', email, destination: '+*4567' },
  'email-code': { name: 'email-code', email, destination: 'a***' },
  'factor-choice': { name: 'factor-choice', email, factors: ['authenticator-code', 'email-code'] },
  'authenticator-setup': { name: 'authenticator-setup', email, secret: 'JBSWY3DPEHPK3PXP' },
  'new-password': { name: 'new-password', email, missingAttributes: [] },
} as const satisfies Readonly<Record<SignInChallenge['name'], SignInChallenge>>;

export const done = { outcome: 'done' } as const;
export const signedIn = { ...done, user } as const;
export const challenged = (challenge: SignInChallenge) => ({ outcome: 'challenged', challenge }) as const;
export const unconfirmed = { outcome: 'unconfirmed', email, message: 'No.' } as const;
export const resetRequired = { outcome: 'reset-required', email, message: 'No.' } as const;
export const refused = (name: IdentityFailureName) =>
  ({ outcome: 'refused', failure: { name, message: 'No.' } }) as const;

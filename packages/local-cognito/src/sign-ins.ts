import { sessionExpired, sessionMismatch } from './errors.ts';
import type { Factor } from './factors.ts';
import { OpaqueTokens } from './opaque-tokens.ts';

/** What a sign-in waits for, by Cognito's names. Times in ms since the epoch. */
export type PendingChallenge =
  | { readonly name: 'NEW_PASSWORD_REQUIRED' }
  | { readonly name: 'MFA_SETUP'; readonly isVerified: boolean }
  | { readonly name: 'SELECT_MFA_TYPE'; readonly factors: readonly Factor[] }
  | { readonly name: 'SOFTWARE_TOKEN_MFA' }
  | { readonly name: 'SMS_MFA' | 'EMAIL_OTP'; readonly code: string; readonly issuedAt: number };

export type ChallengeName = PendingChallenge['name'];

/** A sign-in whose password was proven, and that goes on with a challenge. */
export interface SignIn {
  readonly sub: string;
  /** The device that was named with the proof. */
  readonly deviceKey: string | null;
  readonly challenge: PendingChallenge;
  readonly wrongCodes: number;
}

type SignInAt<Name extends ChallengeName> = SignIn & {
  readonly challenge: Extract<PendingChallenge, { name: Name }>;
};

const maxWrongCodes = 3;

const isAt = <Name extends ChallengeName>(signIn: SignIn, name: Name): signIn is SignInAt<Name> =>
  signIn.challenge.name === name;

/** The sign-ins under way, by the `Session` that their clients send back. Kept in memory only: a restart ends them. */
export const createSignIns = (now: () => number) => {
  const pending = new OpaqueTokens<SignIn>(now);
  return {
    begin: (signIn: Omit<SignIn, 'wrongCodes'>, lifeSeconds: number): string =>
      pending.issue({ ...signIn, wrongCodes: 0 }, lifeSeconds),
    /** The user whose sign-in a session is of, as long as it lasts. */
    userOf: (session: string): string | undefined => pending.get(session)?.sub,
    /** The sign-in that waits for this challenge. Throws NotAuthorizedException when there is none. */
    at<Name extends ChallengeName>(session: string, name: Name): SignInAt<Name> {
      const signIn = pending.get(session);
      if (signIn === undefined) throw sessionExpired();
      if (!isAt(signIn, name)) throw sessionMismatch();
      return signIn;
    },
    /** Counts a wrong code; the third one ends the session. */
    countWrongCode(session: string, signIn: SignIn): void {
      const wrongCodes = signIn.wrongCodes + 1;
      if (wrongCodes < maxWrongCodes) pending.replace(session, { ...signIn, wrongCodes });
      else pending.take(session);
    },
    /** Ends a session: it was answered. */
    end: (session: string): void => void pending.take(session),
  };
};

import { sessionExpired, sessionMismatch } from './errors.ts';
import { ExpiringMap } from './expiring-map.ts';
import type { Factor } from './factors.ts';
import type { Ceremony } from './passkeys.ts';

/** The challenges that can start a `USER_AUTH` sign-in. */
export type FirstChallenge = 'PASSWORD' | 'PASSWORD_SRP' | 'EMAIL_OTP' | 'WEB_AUTHN';

/** The challenge that a sign-in is waiting for, with Cognito's name. Times are in ms since the epoch. */
export type PendingChallenge =
  | { readonly name: 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA' }
  | { readonly name: 'DEVICE_SRP_AUTH' | 'DEVICE_PASSWORD_VERIFIER' }
  | { readonly name: 'MFA_SETUP'; readonly isVerified: boolean }
  | { readonly name: 'SELECT_MFA_TYPE'; readonly factors: readonly Factor[] }
  | { readonly name: 'SELECT_CHALLENGE'; readonly challenges: readonly FirstChallenge[] }
  | { readonly name: 'WEB_AUTHN'; readonly ceremony: Ceremony }
  | { readonly name: 'SMS_MFA' | 'EMAIL_OTP'; readonly code: string; readonly issuedAt: number };

export type ChallengeName = PendingChallenge['name'];

/** A sign-in that waits for the response to a challenge. */
export interface SignIn {
  readonly sub: string;
  /** The key of the device that the client named. */
  readonly deviceKey: string | null;
  readonly challenge: PendingChallenge;
  readonly wrongCodes: number;
}

type SignInAt<Name extends ChallengeName> = SignIn & {
  readonly challenge: Extract<PendingChallenge, { name: Name }>;
};

const isAt = <Name extends ChallengeName>(signIn: SignIn, name: Name): signIn is SignInAt<Name> =>
  signIn.challenge.name === name;

/** Sign-ins in progress, by the `Session` that clients send back. */
export class SignIns extends ExpiringMap<SignIn> {
  begin(signIn: Omit<SignIn, 'wrongCodes'>, lifeSeconds: number): string {
    return this.issue({ ...signIn, wrongCodes: 0 }, lifeSeconds);
  }

  /** Returns a sign-in. Throws NotAuthorizedException if it isn't waiting for this challenge. */
  at<Name extends ChallengeName>(session: string, name: Name): SignInAt<Name> {
    const signIn = this.get(session);
    if (signIn === undefined) throw sessionExpired();
    if (!isAt(signIn, name)) throw sessionMismatch();
    return signIn;
  }

  countWrongCode(session: string, signIn: SignIn): void {
    const wrongCodes = signIn.wrongCodes + 1;
    if (wrongCodes < 3) this.replace(session, { ...signIn, wrongCodes });
    else this.take(session);
  }
}

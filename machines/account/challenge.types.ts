import type {
  AuthFailure,
  AuthStep,
  ChallengeAnswer,
  IdentityFailure,
  SignInChallenge,
  SignInResult,
} from './auth.types.ts';

export interface ChallengeInput {
  readonly challenge: SignInChallenge;
}

export interface ChallengeContext extends ChallengeInput {
  /** Why the service refused the customer's last entry, or null. */
  readonly failure: AuthFailure | null;
  /** Null until the challenge ends. */
  readonly result: ChallengeOutput | null;
}

export type ChallengeEvent =
  | { readonly type: 'challenge.answered'; readonly answer: ChallengeAnswer }
  | { readonly type: 'challenge.canceled' }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

export type ChallengeOutput =
  /** The customer is signed in, or must set a new password. */
  | SignInResult
  /** The customer must sign in again. */
  | { readonly outcome: 'ended'; readonly failure: IdentityFailure }
  | { readonly outcome: 'canceled' };

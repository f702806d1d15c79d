import type { AuthFailure, AuthStep, SignInAnswer, Verification } from './auth.types.ts';

export interface VerificationInput {
  readonly email: string;
  readonly by: Verification;
  /** Whether to send another code or link first. */
  readonly resends: boolean;
}

export interface VerificationContext extends VerificationInput {
  readonly failure: AuthFailure | null;
  /** Null until the verification ends. */
  readonly result: VerificationOutput | null;
}

export type VerificationEvent =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.requested' }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

export type VerificationOutput =
  | { readonly outcome: 'confirmed' | 'already-confirmed' | 'unconfirmed' }
  /** The customer opened the link. This answers the sign-in that waited for it. */
  | { readonly outcome: 'answered'; readonly answer: SignInAnswer };

import type { AuthFailure, AuthStep, PendingVerification, SignInResult } from './auth.types.ts';

export interface VerificationContext extends PendingVerification {
  /** When another code or link was sent, in milliseconds since the epoch. Null if only the first was sent. */
  readonly sentAt: number | null;
  readonly failure: AuthFailure | null;
  /** Null until the verification ends. */
  readonly result: VerificationOutput | null;
}

export type VerificationEvent =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.requested' }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

export type VerificationOutput =
  | { readonly outcome: 'confirmed' | 'already-confirmed' | 'given-up' }
  /** The customer opened the link, and this is the result of the sign-in that followed. */
  | SignInResult;

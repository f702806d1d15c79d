import type { AuthFailure, AuthStep } from './auth.types.ts';

export interface ResetInput {
  readonly email: string;
}

export interface ResetContext extends ResetInput {
  /** When another code was sent, in milliseconds since the epoch. Null if no other code was sent. */
  readonly sentAt: number | null;
  readonly failure: AuthFailure | null;
}

export interface ResetSubmission extends ResetInput {
  readonly code: string;
  readonly password: string;
}

export type ResetEvent =
  | { readonly type: 'reset.submitted'; readonly code: string; readonly password: string }
  | { readonly type: 'code.requested' }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

import type { AuthFailure, AuthStep } from './auth.types.ts';

export interface ResetInput {
  readonly email: string;
}

export interface ResetContext extends ResetInput {
  readonly failure: AuthFailure | null;
}

export type ResetEvent =
  | { readonly type: 'reset.submitted'; readonly code: string; readonly password: string }
  | { readonly type: 'code.requested' }
  | { readonly type: 'failure.dismissed'; readonly step: AuthStep };

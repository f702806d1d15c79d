import type { SignInResult } from './auth.types.ts';

export interface PasskeyContext {
  /** Null until a passkey is requested. */
  readonly email: string | null;
  /** Null until the sign-in ends, and if its answer was lost. */
  readonly answer: SignInResult | null;
}

export type PasskeyEvent =
  | { readonly type: 'passkey.requested'; readonly email: string }
  | { readonly type: 'passkey.left' };

/** How the sign-in ended. Null if its answer was lost. */
export type PasskeyOutput = SignInResult | null;

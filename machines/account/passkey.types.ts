import type { SignInResult } from './auth.types.ts';

export interface PasskeyContext {
  /** Null until a passkey is requested. */
  readonly email: string | null;
  /** The sign-in's result. Null before it ends, or if the response was lost. */
  readonly answer: SignInResult | null;
}

export type PasskeyEvent =
  | { readonly type: 'passkey.requested'; readonly email: string }
  | { readonly type: 'passkey.left' };

/** The sign-in's result. Null if the response was lost. */
export type PasskeyOutput = SignInResult | null;

import type { IdentityResult } from './auth.types.ts';

export interface PasskeyUse {
  /** The sign-in also asks for a code, and the service accepts no passkey instead. */
  readonly needsCode: boolean;
}

export interface PasskeyRegistrationContext {
  /** Null until the registration ends, and if an operation failed without an answer. */
  readonly answer: IdentityResult | IdentityResult<PasskeyUse> | null;
}

export type PasskeyRegistrationEvent = { readonly type: 'registration.canceled' };

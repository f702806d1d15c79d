import type { IdentityResult } from './auth.types.ts';

export interface PasskeyUse {
  /** Whether sign-in also asks for a code, and the identity service doesn't accept a passkey instead. */
  readonly needsCode: boolean;
}

export interface PasskeyRegistrationContext {
  /** The identity service's last result. Null before the registration ends, or if an operation threw. */
  readonly answer: IdentityResult | IdentityResult<PasskeyUse> | null;
}

export type PasskeyRegistrationEvent = { readonly type: 'registration.canceled' };

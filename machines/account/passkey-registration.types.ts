import type { IdentityResult } from './auth.types.ts';

export interface PasskeyUse {
  /** Whether sign-in also asks for a code, and the service doesn't accept a passkey instead. */
  readonly needsCode: boolean;
}

export interface PasskeyRegistrationContext {
  /** The service's last result. Null before the registration ends, or if an operation threw an error. */
  readonly answer: IdentityResult | IdentityResult<PasskeyUse> | null;
}

export type PasskeyRegistrationEvent = { readonly type: 'registration.canceled' };

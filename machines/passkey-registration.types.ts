import type { Answer, PasskeyUse } from './auth.types.ts';

export interface PasskeyRegistrationContext {
  /** Null until the registration ends, and if an operation failed without an answer. */
  readonly answer: Answer | Answer<PasskeyUse> | null;
}

export type PasskeyRegistrationEvent = { readonly type: 'registration.canceled' };

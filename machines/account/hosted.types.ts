import type { IdentityResult, User } from './auth.types.ts';

export interface HostedInput {
  /** `return` means that the hosted pages have sent the browser back with a code. */
  readonly visit: 'sign-in' | 'sign-out' | 'return';
}

export interface HostedContext extends HostedInput {
  readonly result: HostedOutput;
}

export type HostedOutput =
  | IdentityResult<{ readonly user: User }>
  /** The visitor pressed Back, or the hosted pages didn't respond in time. */
  | { readonly outcome: 'unanswered' }
  | { readonly outcome: 'sign-out-failed' };

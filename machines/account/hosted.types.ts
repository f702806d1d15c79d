import type { IdentityResult, User } from './auth.types.ts';

export interface HostedInput {
  /** `return`: the hosted pages have sent the browser back with a code. */
  readonly visit: 'sign-in' | 'sign-out' | 'return';
}

export interface HostedContext extends HostedInput {
  readonly result: HostedOutput;
}

export type HostedOutput =
  | IdentityResult<{ readonly user: User }>
  /** The browser came back with Back, or the service did not answer in time. */
  | { readonly outcome: 'unanswered' }
  | { readonly outcome: 'sign-out-failed' };

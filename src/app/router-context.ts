import { waitFor } from 'xstate';
import type { AuthActor } from '#features/app-context.ts';
import { isLoading } from '#machines/auth.selectors.ts';
import type { CustomerScope } from './customer-scope.ts';

/** What guards and loaders of routes work with. */
export interface RouterContext {
  readonly auth: AuthActor;
  readonly customer: CustomerScope;
  readonly productName: string;
}

/** Resolves with the account's snapshot once it is known whether there is a session. */
export const settled = (auth: AuthActor) => waitFor(auth, (snapshot) => !isLoading(snapshot));

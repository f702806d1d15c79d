import { waitFor } from 'xstate';
import type { Inspection } from '#devtools/inspect.ts';
import type { AuthActor } from '#features/shared/app-context.ts';
import { isEntering, isLoading } from '#machines/account/auth.selectors.ts';
import type { CustomerScope } from './customer/customer-scope.ts';

export interface RouterContext {
  readonly auth: AuthActor;
  readonly customer: Pick<CustomerScope, 'open' | 'isBuying'>;
  readonly productName: string;
  /** Null unless the state machines panel is enabled. */
  readonly inspection: Inspection | null;
}

/** Resolves when the auth machine has finished loading and signing in. */
export const settled = (auth: AuthActor) =>
  waitFor(auth, (snapshot) => !isLoading(snapshot) && !isEntering(snapshot));

import { waitFor } from 'xstate';
import type { Inspection } from '#devtools/inspect.ts';
import type { AuthActor } from '#features/shared/app-context.ts';
import { isEntering, isLoading } from '#machines/auth.selectors.ts';
import type { CustomerScope } from './customer-scope.ts';

/** What guards and loaders of routes work with. */
export interface RouterContext {
  readonly auth: AuthActor;
  readonly customer: Pick<CustomerScope, 'open' | 'isBuying'>;
  readonly productName: string;
  /** The running machines for developers to see; null where they are shown to nobody. */
  readonly inspection: Inspection | null;
}

/** Resolves with the account's snapshot once it is known whether there is a session, and nobody is on the way in. */
export const settled = (auth: AuthActor) =>
  waitFor(auth, (snapshot) => !isLoading(snapshot) && !isEntering(snapshot));

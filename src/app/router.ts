import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { WaitingReason } from '#machines/auth.types.ts';
import { routeTree } from '../routes.gen.ts';
import type { RouterContext } from './router-context.ts';

/**
 * The routes of the app over its actors. A guard runs anew whenever the account's standing changes.
 *
 * @param history where the pages are not a browser's
 */
export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultOnCatch: (error) => void dispatchEvent(new ErrorEvent('error', { error })),
    scrollRestoration: history === undefined,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** The email that a redirect carries along. */
    email?: string;
    /** The banner that a redirect carries along. */
    message?: string;
    /** Why an account is known to wait for its code, though its sign-up failed. */
    waiting?: WaitingReason;
    /** Why a redirect leads back to the sign-in. */
    notice?: string;
    /** Whether the sign-in that a redirect leads to ends the setup of an account. */
    endsSetup?: boolean;
    /** The search parameters of the sign-up from which a document was opened. */
    signUpSearch?: { readonly redirect?: string | undefined };
  }
  interface StaticDataRouteOption {
    /** The page's name in the browser's tab. */
    title?: string;
  }
}

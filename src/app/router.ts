import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { WaitingReason } from '#machines/account/auth.types.ts';
import { routeTree } from '../routes.gen.ts';
import type { RouterContext } from './router-context.ts';

/**
 * Returns a predicate that lets the router scroll the first page only if it's still at the top. The visitor
 * may have scrolled before the app started, and the browser restores the position after a reload.
 */
const createScrollRestoration = () => {
  let isFirst = true;
  return (): boolean => {
    const mayScroll = !isFirst || scrollY === 0;
    isFirst = false;
    return mayScroll;
  };
};

/** Creates the router. Its guards rerun when the auth state changes. Pass `history` outside a browser. */
export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultOnCatch: (error) => void dispatchEvent(new ErrorEvent('error', { error })),
    scrollRestoration: history === undefined && createScrollRestoration(),
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    email?: string;
    /** Text of the banner. */
    message?: string;
    /** Why the account needs a code although sign-up failed. */
    waiting?: WaitingReason;
    /** Why the customer was redirected back to sign-in. */
    notice?: string;
    /** Whether this sign-in completes the account's setup. */
    endsSetup?: boolean;
    /** The activity's cursors between the newest page and this page, newest first. */
    newer?: readonly string[];
    /** Search parameters of the sign-up page that opened this document. */
    signUpSearch?: { readonly redirect?: string | undefined };
  }
  interface StaticDataRouteOption {
    title?: string;
  }
}

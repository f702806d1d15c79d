import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { WaitingReason } from '#machines/account/auth.types.ts';
import { routeTree } from '../routes.gen.ts';
import type { RouterContext } from './router-context.ts';

/**
 * Whether the router may scroll. It moves a page that it renders first only if it is at its top: a visitor can scroll
 * before the app starts, and the browser itself restores a page that is loaded again.
 */
const createScrollRestoration = () => {
  let isFirst = true;
  return (): boolean => {
    const mayScroll = !isFirst || scrollY === 0;
    isFirst = false;
    return mayScroll;
  };
};

/** Guards run again when the auth state changes. `history` is for pages rendered outside a browser. */
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
    /** The banner's text. */
    message?: string;
    /** Why the account waits for its code although the sign-up failed. */
    waiting?: WaitingReason;
    /** Why a redirect leads back to the sign-in. */
    notice?: string;
    /** Whether the sign-in completes an account's setup. */
    endsSetup?: boolean;
    /** The activity's cursors between the newest page and this one, newest first. */
    newer?: readonly string[];
    /** The search parameters of the sign-up page that opened a document. */
    signUpSearch?: { readonly redirect?: string | undefined };
  }
  interface StaticDataRouteOption {
    title?: string;
  }
}

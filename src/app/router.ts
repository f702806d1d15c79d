import { createRouter } from '@tanstack/react-router';
import type { AuthActor } from '#features/app-context.ts';
import { selectAuthenticatedId } from '#machines/auth.selectors.ts';
import { routeTree } from '../routes.gen.ts';
import type { RouterContext } from './router-context.ts';

/** The routes of the app over its actors. A guard runs anew whenever the account's standing changes. */
export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Runs the guards anew when another customer, or none, is there: one may take the place of another without a guest in between. */
export const followCustomer = (auth: AuthActor, router: AppRouter): void => {
  let shown: string | null = null;
  auth.subscribe((snapshot) => {
    const authenticated = selectAuthenticatedId(snapshot);
    if (authenticated === shown) return;
    shown = authenticated;
    void router.invalidate();
  });
};

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** The email that a redirect carries along. */
    email?: string;
    /** The banner that a redirect carries along. */
    message?: string;
  }
  interface StaticDataRouteOption {
    /** The page's name in the browser's tab. */
    title?: string;
  }
}

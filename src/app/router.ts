import { createRouter } from '@tanstack/react-router';
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

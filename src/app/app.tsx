import { RouterProvider } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { AppContext, type AppContextValue } from '#features/shared/app-context.ts';
import { MessageScreen } from '#features/shell/message-screen.tsx';
import { SkipLink } from '#features/shell/skip-link.tsx';
import { ToastRegion } from '#services/toasts/toast-region.tsx';
import type { Toasts } from '#services/toasts/toasts.ts';
import { appTexts } from '#texts/app.ts';
import type { AppRouter } from './router.ts';

export interface AppProps {
  readonly router: AppRouter;
  /** Must be referentially stable. */
  readonly context: AppContextValue;
  readonly toasts: Toasts;
  /** The context of the build's render, used to hydrate a prerendered page. Must be referentially stable. */
  readonly prerendered?: AppContextValue;
}

const never = () => () => undefined;

export const App = ({ router, context, toasts, prerendered = context }: AppProps) => (
  <AppContext
    value={useSyncExternalStore(
      never,
      () => context,
      () => prerendered,
    )}
  >
    <SkipLink />
    <RouterProvider router={router} />
    <ToastRegion toasts={toasts} />
  </AppContext>
);

/** Shows operators which configuration field is invalid. */
export const Misconfigured = ({ problem }: { readonly problem: string }) => (
  <MessageScreen title={appTexts.misconfigured} text={problem} />
);

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
  /** Made once. */
  readonly context: AppContextValue;
  readonly toasts: Toasts;
  /** The context as the page was rendered with it at the build. Made once. */
  readonly prerendered?: AppContextValue;
}

const never = () => () => undefined;

/** The whole app around its routes. */
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

/** What an operator sees when the configuration is wrong: the field by its name. */
export const Misconfigured = ({ problem }: { readonly problem: string }) => (
  <MessageScreen title={appTexts.misconfigured} text={problem} />
);

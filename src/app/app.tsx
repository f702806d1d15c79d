import { RouterProvider } from '@tanstack/react-router';
import { AppContext, type AppContextValue } from '#features/app-context.ts';
import { MessageScreen } from '#features/shell/message-screen.tsx';
import { ToastRegion } from '#services/toasts/toast-region.tsx';
import type { Toasts } from '#services/toasts/toasts.ts';
import { appTexts } from '#texts/app.ts';
import type { AppRouter } from './router.ts';

interface AppProps {
  readonly router: AppRouter;
  /** Made once. */
  readonly context: AppContextValue;
  readonly toasts: Toasts;
}

/** The whole app around its routes. */
export const App = ({ router, context, toasts }: AppProps) => (
  <AppContext value={context}>
    <RouterProvider router={router} />
    <ToastRegion toasts={toasts} />
  </AppContext>
);

/** What an operator sees when /config.json is wrong: the field by its name. */
export const Misconfigured = ({ problem }: { readonly problem: string }) => (
  <MessageScreen title={appTexts.misconfigured} text={problem} />
);

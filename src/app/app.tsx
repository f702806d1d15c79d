import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AppContext, type AuthActor } from '#features/app-context.ts';
import { ToastRegion, type Toasts } from '#services/toasts/index.ts';
import { appTexts } from '#texts/app.ts';
import type { AppRouter } from './router.ts';

interface AppProps {
  readonly router: AppRouter;
  readonly auth: AuthActor;
  readonly productName: string;
  readonly toasts: Toasts;
}

/** The whole app around its routes. */
export function App({ router, auth, productName, toasts }: AppProps) {
  const value = useMemo(() => ({ auth, productName }), [auth, productName]);
  return (
    <AppContext value={value}>
      <RouterProvider router={router} />
      <ToastRegion toasts={toasts} />
    </AppContext>
  );
}

/** What an operator sees when /config.json is wrong: the field by its name. */
export function Misconfigured({ problem }: { readonly problem: string }) {
  return (
    <main>
      <h1>{appTexts.misconfigured}</h1>
      <p>{problem}</p>
    </main>
  );
}

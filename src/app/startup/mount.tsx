import { rootRouteId } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { endEarlyIntent, followEarlyPage, markPageLive } from '#features/shared/early-page.ts';
import { App, type AppProps } from '../app.tsx';
import type { AppRouter } from '../router.ts';
import { endPending, showPending } from './pending-status.ts';

const { dataset } = document.documentElement;

/** Returns whether the router is at the page that the build rendered. */
const isAt = (router: AppRouter, page: string | undefined): boolean => {
  const { matches, location } = router.state;
  return page === '/404' ? matches.at(-1)?.routeId === rootRouteId : location.pathname === page;
};

/** Shows the prerendered page, or clears the page if it doesn't fit this visitor. */
export const uncover = (container: HTMLElement): void => {
  if (dataset['covered'] !== '') return;
  container.replaceChildren();
  delete dataset['covered'];
};

/** Returns whether an error is a hydration mismatch, which is React's error 418. */
const isMismatch = (error: unknown): boolean => error instanceof Error && error.message.includes('#418');

const Mounted = ({ children }: { readonly children: ReactNode }) => {
  useEffect(markPageLive, []);
  return children;
};

/** Hydrates a prerendered page and keeps typed input. Replaces a page that doesn't fit this visitor. */
export const mountApp = async (
  container: HTMLElement,
  { router, ...props }: Omit<AppProps, 'prerendered'>,
): Promise<void> => {
  uncover(container);
  if (container.hasChildNodes())
    await showPending(router.load(), dataset['page'] ?? '', props.context.productName);
  endPending();
  const isPrerendered = container.hasChildNodes() && isAt(router, dataset['page']);
  if (isPrerendered) followEarlyPage(container);
  else endEarlyIntent();

  // The dashboard may already have the customer's data, so its first render can differ from the build's.
  if (isPrerendered && dataset['page'] !== '/dashboard') {
    router.ssr = { manifest: undefined };
    const prerendered = {
      ...props.context,
      hostedSignIn: dataset['hosted'] !== undefined,
      passkeys: dataset['passkeys'] !== undefined,
      support: dataset['support'] ?? null,
    };
    hydrateRoot(
      container,
      <StrictMode>
        <App {...props} router={router} prerendered={prerendered} />
      </StrictMode>,
      {
        // If a browser extension changed the page, React rerenders it. Typed input is kept.
        onRecoverableError: (error) => {
          if (!isMismatch(error)) reportError(error);
        },
      },
    );
    // On pages with a form, the form's effect marks the page as live.
    if (document.forms.length === 0) markPageLive();
    return;
  }
  createRoot(container).render(
    <StrictMode>
      <Mounted>
        <App {...props} router={router} />
      </Mounted>
    </StrictMode>,
  );
};

import { rootRouteId } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { endEarlyIntent, followEarlyPage, markPageLive } from '#features/shared/early-page.ts';
import { App, type AppProps } from './app.tsx';
import { endPending, showPending } from './pending-status.ts';
import type { AppRouter } from './router.ts';

const { dataset } = document.documentElement;

/** Whether the routes lead to the page that the document was rendered as. */
const isAt = (router: AppRouter, page: string | undefined): boolean => {
  const { matches, location } = router.state;
  return page === '/404' ? matches.at(-1)?.routeId === rootRouteId : location.pathname === page;
};

/** Shows what stands in the page, and empties it before if that was rendered for another visitor. */
export const uncover = (container: HTMLElement): void => {
  if (dataset['covered'] === undefined) return;
  container.replaceChildren();
  delete dataset['covered'];
};

/** Whether the page was not as it was built, by React's number for that. */
const isMismatch = (error: unknown): boolean => error instanceof Error && error.message.includes('#418');

/** Marks the page as live once all of it is mounted. */
const Mounted = ({ children }: { readonly children: ReactNode }) => {
  useEffect(markPageLive, []);
  return children;
};

/**
 * Mounts the app. A page that was rendered at the build stays as it is and comes alive, with all that was typed into it;
 * one that is another for this visitor gives way.
 */
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

  // The customer's data may be here already: only a page without any is the same in the browser.
  if (isPrerendered && dataset['page'] !== '/dashboard') {
    router.ssr = { manifest: undefined };
    const prerendered = {
      ...props.context,
      hostedSignIn: dataset['hosted'] !== undefined,
      support: dataset['support'] ?? null,
    };
    hydrateRoot(
      container,
      <StrictMode>
        <App {...props} router={router} prerendered={prerendered} />
      </StrictMode>,
      {
        // A page that an extension has changed is rendered from scratch: what was typed moves over.
        onRecoverableError: (error) => {
          if (!isMismatch(error)) reportError(error);
        },
      },
    );
    // Where there is a form, its own effect marks it as live.
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

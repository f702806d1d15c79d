import { rootRouteId } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { endEarlyIntent } from '#features/early-intent.ts';
import { App, type AppProps } from './app.tsx';
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

/**
 * Mounts the app. A page that was rendered at the build stays as it is and comes alive, with all that was typed into it;
 * one that is another for this visitor gives way.
 */
export const mountApp = async (
  container: HTMLElement,
  { router, ...props }: Omit<AppProps, 'prerendered'>,
): Promise<void> => {
  uncover(container);
  if (container.hasChildNodes()) {
    await router.load();
    // The customer's data may be here already: only a page without any is the same in the browser.
    if (isAt(router, dataset['page']) && dataset['page'] !== '/dashboard') {
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
      );
      // Where there is a form, its own effect ends it.
      if (document.forms.length === 0) endEarlyIntent();
      return;
    }
  }
  endEarlyIntent();
  createRoot(container).render(
    <StrictMode>
      <App {...props} router={router} />
    </StrictMode>,
  );
};

import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import '#ui/theme/global.css.ts';
import { App } from '#app/app.tsx';
import { createAppRouter } from '#app/router.ts';
import { createToasts } from '#services/toasts/toasts.ts';
import { appTexts } from '#texts/app.ts';
import { createVisitor, type Visitor } from './visitors.ts';

/** What the pages show of one deploy's configuration. */
export interface SiteFacts {
  readonly productName: string;
  /** Whether the sign-in offers the hosted pages. */
  readonly hostedSignIn: boolean;
  /** Where customers get help: an email address or an https URL; null where the deploy names none. */
  readonly support: string | null;
}

export interface RenderedPage {
  /** For the browser's tab. */
  readonly title: string;
  /** Of the element that the app is mounted in. */
  readonly html: string;
}

/** A part that failed, or waits for something: it is left to the browser. */
const leftOut = /<!--\$[!?]-->/;

const unused = () => Promise.reject(new Error('A page that is rendered at the build asks nobody'));

/**
 * Renders a page with the routes, machines and screens of the app itself.
 *
 * @param path of the page; one that leads nowhere gives the page for these
 * @throws Error when the page redirects, fails, or waits for something that only a browser can give
 */
export const renderPage = async (
  path: string,
  visitor: Visitor,
  { productName, hostedSignIn, support }: SiteFacts,
): Promise<RenderedPage> => {
  const { auth, customer } = createVisitor(visitor);
  const router = createAppRouter(
    { auth, customer, productName, inspection: null },
    createMemoryHistory({ initialEntries: [path] }),
  );
  await router.load();
  const { matches, resolvedLocation } = router.state;
  if (resolvedLocation?.pathname !== path) throw new Error(`${path} leads elsewhere`);
  const html = renderToString(
    <StrictMode>
      <App
        router={router}
        context={{
          auth,
          productName,
          hostedSignIn,
          support,
          seller: null,
          usTerritories: false,
          devices: { listDevices: unused, forgetDevice: unused },
          loadAuthenticator: unused,
          prefetchForForms: () => undefined,
          sessionKeeping: { isKept: () => true, onKeptChange: () => () => undefined },
          verification: 'code',
        }}
        toasts={createToasts()}
      />
    </StrictMode>,
  );
  if (leftOut.test(html)) throw new Error(`${path} is not complete`);
  const title = matches.findLast(({ staticData }) => staticData.title)?.staticData.title ?? '';
  return { title: appTexts.documentTitle(title), html };
};

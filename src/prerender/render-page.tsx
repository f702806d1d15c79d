import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import '#ui/theme/global.css.ts';
import { App } from '#app/app.tsx';
import { createAppRouter } from '#app/router.ts';
import { createToasts } from '#services/toasts/toasts.ts';
import { appTexts } from '#texts/app.ts';
import { createVisitor, type Visitor } from './visitors.ts';

/** The parts of a deploy's configuration that pages show. */
export interface SiteFacts {
  readonly productName: string;
  readonly hostedSignIn: boolean;
  readonly passkeys: boolean;
  /** An email address or an https URL for help. Null if the configuration has none. */
  readonly support: string | null;
}

export interface RenderedPage {
  readonly title: string;
  /** The content of the app's root element. */
  readonly html: string;
}

/** Marks a Suspense boundary that failed or waits, so that the browser would have to render it. */
const leftOut = /<!--\$[!?]-->/;

const unused = () => Promise.reject(new Error('A prerendered page can’t send requests'));

/**
 * Unknown paths give the 404 page.
 * @throws Error if the page redirects, fails, or waits for something only a browser has
 */
export const renderPage = async (
  path: string,
  visitor: Visitor,
  { productName, hostedSignIn, passkeys, support }: SiteFacts,
): Promise<RenderedPage> => {
  const { auth, customer } = createVisitor(visitor);
  const router = createAppRouter(
    { auth, customer, productName, inspection: null },
    createMemoryHistory({ initialEntries: [path] }),
  );
  await router.load();
  const { matches, resolvedLocation } = router.state;
  if (resolvedLocation?.pathname !== path) throw new Error(`${path} redirects`);
  const html = renderToString(
    <StrictMode>
      <App
        router={router}
        context={{
          auth,
          productName,
          hostedSignIn,
          passkeys,
          support,
          seller: null,
          usTerritories: false,
          devices: { listDevices: unused, forgetDevice: unused },
          loadSecurity: unused,
          prefetchForForms: () => undefined,
          persistence: { isPersisted: () => true, onPersistedChange: () => () => undefined },
          verification: 'code',
        }}
        toasts={createToasts()}
      />
    </StrictMode>,
  );
  if (leftOut.test(html)) throw new Error(`${path} is not complete: a Suspense boundary failed or waits`);
  const title = matches.findLast(({ staticData }) => staticData.title)?.staticData.title ?? '';
  return { title: appTexts.documentTitle(title), html };
};

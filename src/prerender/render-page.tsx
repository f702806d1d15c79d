import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import '#ui/theme/global.css.ts';
import { App } from '#app/app.tsx';
import { createAppRouter } from '#app/router.ts';
import type { AppContextValue } from '#features/shared/app-context.ts';
import { createToasts } from '#services/toasts/toasts.ts';
import { appTexts } from '#texts/app.ts';
import { createVisitor, type Visitor } from './visitors.ts';

/** Configuration values that pages show. */
export type SiteFacts = Pick<
  AppContextValue,
  'productName' | 'creditsMeaning' | 'hostedSignIn' | 'passkeys' | 'selfRefundDays' | 'support'
>;

export interface RenderedPage {
  readonly title: string;
  /** HTML inside the app's root element. */
  readonly html: string;
}

/** Matches a Suspense boundary that failed or suspended, so that the browser would have to render it. */
const leftOut = /<!--\$[!?]-->/;

const unused = () => Promise.reject(new Error('A prerendered page can’t send requests'));

/**
 * Renders a page for a visitor. Unknown paths render the 404 page.
 * @throws {Error} if the page redirects, fails or waits for something that only browsers have
 */
export const renderPage = async (path: string, visitor: Visitor, facts: SiteFacts): Promise<RenderedPage> => {
  const { auth, customer } = createVisitor(visitor);
  const router = createAppRouter(
    { auth, customer, productName: facts.productName, inspection: null },
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
          ...facts,
          auth,
          seller: null,
          usTerritories: false,
          returnUrl: null,
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

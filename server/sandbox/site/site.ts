import type { RequestListener } from 'node:http';
import type { InlineHashes } from '../../../build/prerender/compose-page.ts';
import { type Origins, tokenizationKey, userPoolClientId, userPoolId } from '../services.ts';
import type { Settings } from '../user-pool/index.ts';

/** The user pool's settings that the app's configuration repeats. */
export type PoolFeatures = Pick<Settings, 'hostedUi' | 'verification'>;

export interface SiteOptions {
  readonly origins: Origins;
  /** Allows what Vite's dev server needs: inline scripts and styles, its web socket, messages from a window it opened. */
  readonly dev: boolean;
  /** Called at each request: the settings may change while the app is served. */
  readonly poolFeatures: () => PoolFeatures;
  readonly pages: RequestListener;
  /** What stands in the pages themselves. Called at each request: there may be a new build. */
  readonly inlineHashes?: () => InlineHashes;
}

const nothingInline = (): InlineHashes => ({ scripts: [], styles: [] });

/** The app's address: its configuration at `/config.json`, its pages from `pages`, the security headers on all. */
export const createSite = ({
  origins,
  dev,
  poolFeatures,
  pages,
  inlineHashes = nothingInline,
}: SiteOptions): RequestListener => {
  const headers = new Map([
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    // The Stately inspector notifies the page that opened it when it is ready.
    ['Cross-Origin-Opener-Policy', dev ? 'same-origin-allow-popups' : 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
  ]);
  return (request, response) => {
    response.setHeaders(headers);
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(origins, dev, inlineHashes()));
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== '/config.json') {
      pages(request, response);
      return;
    }
    request.resume();
    const config = appConfig(origins, poolFeatures());
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
    response.end(request.method === 'HEAD' ? undefined : config);
  };
};

/** The `/config.json` that points the app at this machine's services. */
const appConfig = (origins: Origins, { hostedUi, verification }: PoolFeatures): string =>
  JSON.stringify({
    productName: 'Credits',
    apiBaseUrl: origins.store,
    cognito: {
      userPoolId,
      clientId: userPoolClientId,
      endpoint: `${origins.pool}/`,
      ...(hostedUi && { hostedUiDomain: new URL(origins.pool).host }),
      verification,
    },
    gateway: { scriptUrl: `${origins.gateway}/token/Collect.js`, tokenizationKey },
    idempotencyKey: true,
    machinesPanel: true,
  });

const contentSecurityPolicy = (
  { app, pool, store, gateway }: Origins,
  dev: boolean,
  { scripts, styles }: InlineHashes,
): string => {
  const inline = dev ? ["'unsafe-inline'"] : [];
  const webSocket = dev ? ` ${app.replace('http:', 'ws:')}` : '';
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...inline, gateway].join(' '),
    "worker-src 'self'",
    ["style-src 'self'", ...styles, ...inline, gateway].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${pool} ${store} ${gateway}${webSocket}`,
    `frame-src ${gateway}`,
    "base-uri 'none'",
    "form-action 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

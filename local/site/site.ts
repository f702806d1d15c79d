import type { RequestListener } from 'node:http';
import type { Settings } from '#local-cognito';
import { readAddresses } from '../../build/headers/addresses.ts';
import { cacheControl, kindOf, securityHeaders } from '../../build/headers/headers.ts';
import type { InlineHashes } from '../../build/prerender/compose-page.ts';
import { type Origins, tokenizationKey, userPoolClientId, userPoolId } from '../services.ts';

export type PoolFeatures = Pick<Settings, 'hostedUi' | 'verification' | 'firstFactors'>;

export interface SiteOptions {
  readonly origins: Origins;
  /** Whether to allow what Vite needs: inline scripts and styles, its web socket, and messages between windows. */
  readonly dev: boolean;
  readonly poolFeatures: () => PoolFeatures;
  readonly pages: RequestListener;
  /** Returns the hashes of the pages' inline code. Called at each request, because the build can change. Default: none. */
  readonly inlineHashes?: () => InlineHashes;
}

/** Creates a handler that serves `/config.json` and the pages with security headers. */
export const createSite = (options: SiteOptions): RequestListener => {
  const { origins, dev, poolFeatures, pages, inlineHashes = () => ({ scripts: [], styles: [] }) } = options;
  const devServer = dev ? { webSocket: origins.app.replace('http:', 'ws:') } : undefined;
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const kind = kindOf(path);
    const config = appConfig(origins, poolFeatures());
    const addresses = readAddresses(config);
    const inline = inlineHashes();
    response.setHeaders(new Map(securityHeaders(kind, { addresses, inline, dev: devServer, https: false })));
    if (kind !== 'config') {
      pages(request, response);
      return;
    }
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': cacheControl.config });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(config));
  };
};

export const appConfig = (origins: Origins, { hostedUi, verification, firstFactors }: PoolFeatures) => ({
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
  support: 'support@example.com',
  seller: 'Example, Inc.',
  creditsMeaning: '1 credit = 1 page',
  // The metered example's.
  returnOrigins: ['http://localhost:5180'],
  passkeys: firstFactors.includes('WEB_AUTHN'),
  machinesPanel: true,
});

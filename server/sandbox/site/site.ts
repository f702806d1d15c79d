import type { RequestListener } from 'node:http';
import type { Origins } from '../addresses.ts';
import { appConfig, type PoolFeatures } from './app-config.ts';
import { withSiteHeaders } from './headers.ts';

export interface SiteParts {
  readonly origins: Origins;
  readonly dev: boolean;
  /** Asked at each request: the settings may change while the app is served. */
  readonly poolFeatures: () => PoolFeatures;
  readonly pages: RequestListener;
}

/** The app's address: its configuration at `/config.json`, its pages from `pages`, the security headers on all. */
export function createSite({ origins, dev, poolFeatures, pages }: SiteParts): RequestListener {
  return withSiteHeaders(origins, dev, (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== '/config.json') {
      pages(request, response);
      return;
    }
    request.resume();
    const config = appConfig(origins, poolFeatures());
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
    response.end(request.method === 'HEAD' ? undefined : config);
  });
}

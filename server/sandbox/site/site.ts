import type { RequestListener } from 'node:http';
import type { Origins } from '../addresses.ts';
import { appConfig } from './app-config.ts';
import { withSiteHeaders } from './headers.ts';

/** The app's address: its configuration at `/config.json`, its pages from `pages`, the security headers on all. */
export function createSite(origins: Origins, dev: boolean, pages: RequestListener): RequestListener {
  const config = appConfig(origins);
  return withSiteHeaders(origins, dev, (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== '/config.json') {
      pages(request, response);
      return;
    }
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
    response.end(request.method === 'HEAD' ? undefined : config);
  });
}

import type { RequestListener } from 'node:http';
import sirv from 'sirv';
import { readInlineHashes } from '../../../build/prerender/write-pages.ts';
import type { SiteOptions } from './site.ts';

/**
 * Serves the built app: hashed assets for ever, everything else checked at each use. Each page has a file of its own; any
 * other path, except under /assets, shows the page for addresses that lead nowhere. Names that begin with a dot are never
 * served. A build made meanwhile is served from then on.
 *
 * @param fallback the file for an address without one of its own
 */
export const builtSite = (dist: string, fallback = '404.html'): RequestListener => {
  const serve = sirv(dist, {
    // Looks for files at each request: a list made at the start would name files that a later build has removed.
    dev: true,
    single: fallback,
    ignores: ['^/assets/'],
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      const hashed = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    onNoMatch: sendNotFound,
  });
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      request.resume();
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'application/json' });
      response.end(JSON.stringify({ detail: `${request.method} is not allowed here` }));
    } else if (/(?:\/|%2f)(?:\.|%2e)/i.test(path)) sendNotFound(request, response);
    else serve(request, response);
  };
};

const sendNotFound: RequestListener = (_request, response) => {
  response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.end('Not found\n');
};

/** What stands in the pages of a build, as it is now. */
export const inlineHashesOfBuild = (dist: string): ReturnType<NonNullable<SiteOptions['inlineHashes']>> =>
  readInlineHashes(dist);

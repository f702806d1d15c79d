import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { cacheControl, kindOf } from '../../build/headers/headers.ts';

/**
 * Creates a handler that serves the current build. Unknown paths without an extension get the 404 page, or `fallback`
 * with status 200. Never serves dotfiles or files for the site's host.
 */
export const builtSite = (dist: string, fallback?: string): RequestListener => {
  const serve = sirv(dist, {
    // Look for files at each request, because a later build removes some.
    dev: true,
    ...(fallback !== undefined && { single: fallback }),
    ignores: ['^/assets/'],
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      response.setHeader('Cache-Control', cacheControl[kindOf(pathname)]);
    },
    onNoMatch(request, response) {
      if (kindOf(pathOf(request)) === 'page') void sendLostPage(dist, request, response);
      else sendNotFound(request, response);
    },
  });
  return (request, response) => {
    const path = pathOf(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      request.resume();
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'application/json' });
      response.end(JSON.stringify({ detail: `${request.method} is not allowed here` }));
    } else if (isHidden(path)) sendNotFound(request, response);
    else if (path === '/404' || path === '/404/') void sendLostPage(dist, request, response);
    else serve(request, response);
  };
};

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** Returns whether a path must not be served: a file that isn't for browsers, or a page's file name. */
const isHidden = (path: string): boolean => /(?:\/|%2f)(?:\.|%2e|_headers$)|\.html(?:\.\w+)?$/i.test(path);

const forms = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: null, suffix: '' },
] as const;

const sendLostPage = async (
  dist: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  for (const { encoding, suffix } of forms) {
    if (encoding !== null && !accepted.includes(encoding)) continue;
    const page = await readFile(join(dist, `404.html${suffix}`)).catch(() => null);
    if (page === null) continue;
    response.writeHead(404, {
      'Cache-Control': cacheControl.page,
      'Content-Type': 'text/html;charset=utf-8',
      'Content-Length': page.length,
      Vary: 'Accept-Encoding',
      ...(encoding !== null && { 'Content-Encoding': encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : page);
    return;
  }
  sendNotFound(request, response);
};

const sendNotFound: RequestListener = (_request, response) => {
  response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.end('Not found\n');
};

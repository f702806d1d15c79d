import type { RequestListener } from 'node:http';
import sirv from 'sirv';

/**
 * Serves the built app: hashed assets for ever, everything else checked at each use; any path without a file is the
 * app's own to route, except under /assets and for names that begin with a dot: there it is missing.
 */
export function builtSite(dist: string): RequestListener {
  const serve = sirv(dist, {
    single: true,
    ignores: ['^/assets/', '/\\.'],
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      const hashed = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    onNoMatch(_request, response) {
      response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
      response.end('Not found\n');
    },
  });
  return (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      serve(request, response);
      return;
    }
    request.resume();
    response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'application/json' });
    response.end(JSON.stringify({ detail: `${request.method} is not allowed here` }));
  };
}

import type { RequestListener } from 'node:http';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';

/**
 * Lets through only requests that name this machine and `port()` in their Host header. A page of another site that
 * rebinds its name to 127.0.0.1 still sends its own name, and is refused with 421.
 */
export const requireLoopbackHost =
  (port: () => number, listener: RequestListener): RequestListener =>
  (request, response) => {
    if (isLoopbackHost(request.headers.host, port()) && request.url?.startsWith('/') === true) {
      listener(request, response);
      return;
    }
    request.resume();
    response.writeHead(421, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ detail: `This service answers only as localhost:${port()}` }));
  };

/** Whether a Host header is `localhost`, `127.0.0.1` or `[::1]` with that port. */
export const isLoopbackHost = (host: string | undefined, port: number): boolean => {
  const name = host?.toLowerCase();
  return ['localhost', '127.0.0.1', '[::1]'].some((own) => name === `${own}:${port}`);
};

/**
 * Refuses requests that a page of another origin sends, other ports of this machine among them: the console shows
 * sign-in codes. Links to its page, and tools that are no browser, are let through.
 */
export const sameOriginOnly = (port: number) => {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isOwn = origin === undefined || isLoopbackHost(origin.replace(/^http:\/\//, ''), port);
    const followsLink = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate';
    const isForeign = site === 'cross-site' || site === 'same-site';
    if (!isOwn || (isForeign && !followsLink)) {
      throw new HTTPException(403, { message: 'The console answers only its own pages' });
    }
    await next();
  });
};

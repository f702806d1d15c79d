import type { RequestListener } from 'node:http';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';

/**
 * Rejects requests (421) unless their Host header is this machine with `port()` or one of `otherHosts`. This prevents
 * DNS rebinding: a site that points its name at 127.0.0.1 still sends that name.
 */
export const requireLoopbackHost =
  (port: () => number, listener: RequestListener, otherHosts: readonly string[] = []): RequestListener =>
  (request, response) => {
    const { host } = request.headers;
    const isOurs = isLoopbackHost(host, port()) || otherHosts.includes(host?.toLowerCase() ?? '');
    if (isOurs && request.url?.startsWith('/') === true) {
      listener(request, response);
      return;
    }
    request.resume();
    response.writeHead(421, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ detail: `This service answers only as localhost:${port()}` }));
  };

export const isLoopbackHost = (host: string | undefined, port: number): boolean => {
  const name = host?.toLowerCase();
  return ['localhost', '127.0.0.1', '[::1]'].some((own) => name === `${own}:${port}`);
};

/**
 * Rejects requests from pages of other origins, including other ports of this machine, because the console shows sign-in
 * codes. Allows links, and tools other than browsers.
 */
export const sameOriginOnly = (port: number) => {
  return createMiddleware(async (c, next) => {
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isOwn = origin === undefined || isLoopbackHost(origin.replace(/^http:\/\//, ''), port);
    const followsLink = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate';
    const isForeign = site === 'cross-site' || site === 'same-site';
    if (!isOwn || (isForeign && !followsLink)) {
      throw new HTTPException(403, { message: 'Pages of other origins may not send requests here' });
    }
    await next();
  });
};

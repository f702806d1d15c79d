import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { isLoopbackHost } from '../http/host-guard.ts';

/**
 * Refuses requests that a page of another origin sends, other ports of this machine among them: the console tells
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

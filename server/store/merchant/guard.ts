import type { MiddlewareHandler } from 'hono';
import type { RequestEnvironment } from '../http/middleware.ts';
import { Refusal, retryAfter } from '../refusals.ts';
import type { KeyAuthentication } from './authentication.ts';
import { createRateLimit } from './rate-limit.ts';

/** Refuses calls from browsers, calls without an active key, and calls above the key's limit. */
export const guardMerchantApi = (
  keys: KeyAuthentication,
  callsPerSecond: number,
): MiddlewareHandler<RequestEnvironment> => {
  const limit = createRateLimit(callsPerSecond);
  return async (c, next) => {
    // Browsers send one of these with every request that a page can make. No page should have a key.
    if (c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined)
      throw new Refusal(403, 'browser-refused', 'This API is for servers: a browser must never have a key.');
    const caller = await keys.identify(c.req.header('Authorization'));
    if (!limit.take(caller.prefix))
      throw new Refusal(
        429,
        'rate-limited',
        `This key may make ${callsPerSecond} calls a second. Wait a second, then repeat the call.`,
        retryAfter(1),
      );
    c.set('merchantCaller', caller);
    await next();
  };
};

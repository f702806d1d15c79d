import type { MiddlewareHandler } from 'hono';
import type { StoreConfig } from '../config/config.ts';
import type { FailureLimit } from '../http/failure-limit.ts';
import { HttpError, merchantError, retryAfter } from '../http/http-error.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { KeyAuthentication } from './authentication.ts';

export type CallLimits = NonNullable<StoreConfig['merchantApi']>;

const rateLimited = (detail: string, seconds = 1) =>
  merchantError('rate-limited', detail, retryAfter(seconds));

/** Rejects calls from browsers, calls without an active key, and calls above the key's limits. */
export const guardMerchantApi = (
  keys: KeyAuthentication,
  failures: FailureLimit,
  { callsPerSecond, callsInFlight }: CallLimits,
): MiddlewareHandler<RequestEnvironment> => {
  const limit = createRateLimit(callsPerSecond, 1_000);
  const inFlight = new Map<string, number>();
  const take = (prefix: string, calls: number): void => {
    if (limit.take(prefix, calls)) return;
    const seconds = Math.max(1, Math.ceil(limit.waitFor(prefix, calls) / 1_000));
    const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
    throw rateLimited(
      `This key may make ${callsPerSecond} calls a second. Wait ${wait}, then repeat the call.`,
      seconds,
    );
  };
  return async (c, next) => {
    // Browsers send at least one of these headers. A web page should never have an API key.
    if (c.req.header('Origin') !== undefined || c.req.header('Sec-Fetch-Site') !== undefined)
      throw merchantError('browser-refused', 'This API is for servers: a browser must never have a key.');
    const authorization = c.req.header('Authorization');
    if (!keys.wasActive(authorization)) failures.expectFew(c);
    const caller = await keys.identify(authorization).catch((error: unknown) => {
      if (error instanceof HttpError) failures.count(c);
      throw error;
    });
    c.set('merchantCaller', caller);
    const { prefix } = caller;
    const others = inFlight.get(prefix) ?? 0;
    if (others >= callsInFlight)
      throw rateLimited(
        `This key may have ${callsInFlight} calls in flight. Wait for their responses, then repeat the call.`,
      );
    take(prefix, 1);
    c.set('countAs', (calls) => {
      limit.giveBack(prefix);
      take(prefix, calls);
    });
    inFlight.set(prefix, others + 1);
    try {
      await next();
    } finally {
      inFlight.set(prefix, (inFlight.get(prefix) ?? 1) - 1);
    }
  };
};

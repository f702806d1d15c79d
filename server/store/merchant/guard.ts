import type { MiddlewareHandler } from 'hono';
import type { FailureLimit } from '../http/failure-limit.ts';
import { HttpError, merchantError, retryAfter } from '../http/http-error.ts';
import type { RequestEnvironment } from '../http/middleware.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { KeyAuthentication } from './authentication.ts';

/** Limits per API key in this process. */
export interface CallLimits {
  readonly callsPerSecond: number;
  readonly callsInFlight: number;
}

const rateLimited = (detail: string) => merchantError('rate-limited', detail, retryAfter(1));

/** Rejects calls from browsers, calls without an active key, and calls above the key's limits. */
export const guardMerchantApi = (
  keys: KeyAuthentication,
  failures: FailureLimit,
  { callsPerSecond, callsInFlight }: CallLimits,
): MiddlewareHandler<RequestEnvironment> => {
  const limit = createRateLimit(callsPerSecond, 1_000);
  const inFlight = new Map<string, number>();
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
    if (!limit.take(prefix))
      throw rateLimited(
        `This key may make ${callsPerSecond} calls a second. Wait a second, then repeat the call.`,
      );
    inFlight.set(prefix, others + 1);
    try {
      await next();
    } finally {
      inFlight.set(prefix, (inFlight.get(prefix) ?? 1) - 1);
    }
  };
};

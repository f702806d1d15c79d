import type { Context, MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { Caller } from '../identity/authentication.ts';
import type { Log } from '../logging.ts';
import type { Meter } from '../metrics/meter.ts';
import { Refusal } from '../refusals.ts';

/** What middleware leaves for the handlers. `caller` is there under `/api/`. */
export interface RequestEnvironment {
  Variables: RequestIdVariables & { caller: Caller };
}

/** The response to a refused request. */
export const refuse = (c: Context, { status, code, detail, headers }: Refusal): Response =>
  c.json({ code, detail }, status, headers);

/** Logs and counts each request by its route's pattern, so that nothing of the address itself gets there. */
export const observeRequests =
  (log: Log, meter: Meter): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    const began = performance.now();
    await next();
    const durationMs = performance.now() - began;
    const request = { method: c.req.method, route: routePath(c, -1), status: c.res.status };
    meter.requestAnswered({ ...request, seconds: durationMs / 1_000 });
    log.info({
      event: 'request',
      requestId: c.var.requestId,
      ...request,
      durationMs: Math.round(durationMs),
    });
  };

/**
 * Refuses requests that were addressed to another host, so that a foreign page whose name was pointed at this machine
 * cannot reach a store on loopback.
 *
 * @param names host names without port; undefined: every name is good
 */
export const checkHost =
  (names: readonly string[] | undefined): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    const host = (c.req.header('Host') ?? '').replace(/:\d+$/, '').toLowerCase();
    if (names !== undefined && !names.includes(host)) {
      throw new Refusal(421, 'wrong-host', 'This store does not answer to that host name.');
    }
    await next();
  };

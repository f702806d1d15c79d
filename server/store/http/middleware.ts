import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { matchedRoutes } from 'hono/route';
import type { Caller } from '../identity/authentication.ts';
import type { Log } from '../logging.ts';
import type { Meter } from '../metrics/meter.ts';
import { Refusal } from '../refusals.ts';

/** What middleware leaves for the handlers. `caller` is there under `/api/`. Node's own objects are there where it listens. */
export interface RequestEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; caller: Caller };
}

/** The response to a refused request. */
export const refuse = (c: Context, { status, code, detail, headers }: Refusal): Response =>
  c.json({ code, detail }, status, headers);

/** Names each request, by `X-Request-Id` where whoever asks has named it already, and says so in the answer. */
export const nameRequests: MiddlewareHandler<RequestEnvironment> = async (c, next) => {
  const given = c.req.header('X-Request-Id');
  const requestId = given !== undefined && /^[\w\-=]{1,255}$/.test(given) ? given : crypto.randomUUID();
  c.set('requestId', requestId);
  setAnswerHeader(c, 'X-Request-Id', requestId);
  await next();
};

/** Any other method that is sent gets one label for all, so that labels are few. */
export const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The label of all requests that no route takes: scans, preflights and methods that an address doesn't have. */
const unrouted = '/*';

/**
 * The pattern of the route that takes a request, such as `/api/transactions/history`, as a label for logs, metrics and traces.
 * It contains nothing of the address itself. Middleware registered after a route matches the request too, so patterns with a
 * wildcard don't count.
 */
export const routeLabel = (c: Context): string =>
  matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? unrouted;

/** Logs and counts each request by the label of its route. */
export const observeRequests =
  (log: Log, meter: Meter): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    const began = performance.now();
    await next();
    const durationMs = performance.now() - began;
    const request = { method: c.req.method, route: routeLabel(c), status: c.res.status };
    meter.requestAnswered({ ...request, seconds: durationMs / 1_000 });
    log.info({
      event: 'request',
      requestId: c.get('requestId'),
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

/**
 * Gives an answer a header, before it is made. Node's own answer takes it as it is: with `Headers`, and an answer made anew for
 * them, a request costs a tenth more.
 */
export const setAnswerHeader = (c: Context<RequestEnvironment>, name: string, value: string): void => {
  // A request that came by no connection has no environment at all.
  const outgoing: ServerResponse | undefined = c.env?.outgoing;
  if (outgoing === undefined) c.header(name, value);
  else outgoing.setHeader(name, value);
};

/**
 * Refuses bodies of more bytes. Where the length is declared nothing else is looked at, as a look at the body makes a stream of
 * it; Node itself holds the body to that length.
 *
 * @param onTooLarge answers, or throws
 */
export const limitBody = (
  maxSize: number,
  onTooLarge: (c: Context<RequestEnvironment>) => Response,
): MiddlewareHandler<RequestEnvironment> => {
  const limitStream = bodyLimit({ maxSize, onError: onTooLarge });
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const declared = c.req.header('Content-Length');
    if (declared === undefined || c.req.header('Transfer-Encoding') !== undefined)
      return limitStream(c, next);
    return Number.parseInt(declared, 10) > maxSize ? onTooLarge(c) : next();
  };
};

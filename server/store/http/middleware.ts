import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { matchedRoutes } from 'hono/route';
import type { Caller } from '../identity/authentication.ts';
import type { Log } from '../logging/logging.ts';
import type { MerchantCaller } from '../merchant/authentication.ts';
import type { Meter } from '../metrics/meter.ts';
import { type HttpError, storeError } from './http-error.ts';

/**
 * `caller` is set under `/api/`; `merchantCaller`, `countAs` and `buyUrl` (if there is one) under `/v1/`. `Bindings` is
 * empty without a listener.
 * `countAs` counts the call as that many of its key's calls. It throws a 429 if the key has fewer left.
 */
export interface RequestEnvironment {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    caller: Caller;
    merchantCaller: MerchantCaller;
    countAs: (calls: number) => void;
    buyUrl?: string;
  };
}

export type App = Hono<RequestEnvironment>;

export const sendError = (c: Context, { status, body, headers }: HttpError): Response =>
  c.json(body, status, headers);

/** Sets each request's id, from a valid `X-Request-Id` header or a random UUID, and returns it in the response. */
export const nameRequests: MiddlewareHandler<RequestEnvironment> = async (c, next) => {
  const given = c.req.header('X-Request-Id');
  const requestId = given !== undefined && /^[\w\-=]{1,255}$/.test(given) ? given : crypto.randomUUID();
  c.set('requestId', requestId);
  setAnswerHeader(c, 'X-Request-Id', requestId);
  await next();
};

/** Methods with their own metrics label. All others share one, to limit the number of labels. */
export const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Label for requests without a route, such as scans, preflights and wrong methods. */
const unrouted = '/*';

/** Returns the route's pattern, which contains no ids. Skips middleware, whose patterns end with a wildcard. */
export const routeLabel = (c: Context): string =>
  matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? unrouted;

export const observeRequests =
  (log: Log, meter: Meter): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    const began = performance.now();
    await next();
    const durationMs = performance.now() - began;
    const request = { method: c.req.method, route: routeLabel(c), status: c.res.status };
    meter.requestAnswered({ ...request, seconds: durationMs / 1_000 });
    const merchant: MerchantCaller | undefined = c.get('merchantCaller');
    log.info({
      event: 'request',
      requestId: c.get('requestId'),
      ...request,
      key: merchant?.prefix,
      durationMs: Math.round(durationMs),
    });
  };

/** Prevents DNS rebinding of a store on loopback. @param names host names without a port; undefined allows all */
export const checkHost =
  (names: readonly string[] | undefined): MiddlewareHandler<RequestEnvironment> =>
  async (c, next) => {
    const host = (c.req.header('Host') ?? '').replace(/:\d+$/, '').toLowerCase();
    if (names !== undefined && !names.includes(host)) {
      throw storeError('wrong-host', 'This store does not serve that host name.');
    }
    await next();
  };

/** Sets a response header on Node's response. Hono would copy the response, which makes a request 10 % slower. */
export const setAnswerHeader = (c: Context<RequestEnvironment>, name: string, value: string): void => {
  // Without a connection, `c.env` is undefined, despite its type.
  const outgoing: ServerResponse | undefined = c.env?.outgoing;
  if (outgoing === undefined) c.header(name, value);
  else outgoing.setHeader(name, value);
};

const refuseLarge = (): never => {
  throw storeError('too-large', 'The request is too large.');
};

/** Limits the body size by `Content-Length`, which Node enforces. Reading the body would convert it to a stream. */
export const limitBody = (maxSize: number): MiddlewareHandler<RequestEnvironment> => {
  const limitStream = bodyLimit({ maxSize, onError: refuseLarge });
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const declared = c.req.header('Content-Length');
    if (declared === undefined || c.req.header('Transfer-Encoding') !== undefined)
      return limitStream(c, next);
    return Number.parseInt(declared, 10) > maxSize ? refuseLarge() : next();
  };
};

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { bufferReply, peekBody } from './buffering.ts';
import type { Fault, FaultyService } from './fault.ts';
import type { FaultRegistry } from './registry.ts';

/** What the middleware needs beyond the request. */
export interface FaultContext {
  /** Kills the store's process and resolves when it is gone. */
  readonly crashStore?: () => Promise<void>;
  /** The email of the customer whose request this is, from its header `Authorization` or its body. */
  readonly requestCustomer?: (parts: {
    authorization: string | undefined;
    body: string;
  }) => string | undefined;
}

/**
 * Wraps a service's listener and applies the registry's faults to its requests:
 *
 * - `reset-before`: the connection is reset, the service never gets the request
 * - `reset-after`: the service does its work, then the connection is reset instead of its reply
 * - `delay`: the service does its work, its reply comes `delayMs` after the request
 * - `hold`: the service does its work, its reply comes when the fault is removed
 * - `hang`: the service never gets the request, and no reply ever comes
 * - `status`, `html`, `malformed`: a made-up reply, the service never gets the request
 * - `script`: the hosted card script misbehaves
 * - `crash`: the store's process dies before or after the service's work, and the connection is reset
 *
 * A browser quietly sends a request again when a connection it kept open is reset, so while a fault stands no
 * connection is kept open.
 */
export const withFaults = (
  service: FaultyService,
  registry: FaultRegistry,
  listener: RequestListener,
  context: FaultContext = {},
): RequestListener => {
  const handle = (request: IncomingMessage, response: ServerResponse, customer?: string) => {
    const { pathname, searchParams } = addressOf(request);
    const fault = registry.match({
      service,
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      operation: operationOf(request),
      customer,
    });
    if (fault === undefined) listener(request, response);
    else void injectFault(fault, request, response, listener, registry, context);
  };
  return (request, response) => {
    if (registry.mayAffect(service)) response.shouldKeepAlive = false;
    if (!registry.needsCustomer(service)) handle(request, response);
    else void customerOf(service, request, context).then((customer) => handle(request, response, customer));
  };
};

/** Requests to the store carry a token in a header; the user pool's operations name their user in the body. */
const customerOf = async (
  service: FaultyService,
  request: IncomingMessage,
  { requestCustomer }: FaultContext,
): Promise<string | undefined> => {
  const { authorization } = request.headers;
  return requestCustomer?.({ authorization, body: service === 'pool' ? await peekBody(request) : '' });
};

const injectFault = async (
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
  listener: RequestListener,
  registry: FaultRegistry,
  { crashStore }: FaultContext,
): Promise<void> => {
  const reset = () => void request.socket.resetAndDestroy();
  const replyAfter = async (moment: Promise<void>) => {
    const buffered = await bufferReply(listener, request);
    const release = registry.holdReply(fault.id);
    await moment;
    release();
    if (buffered === undefined) reset();
    else request.socket.end(buffered);
  };
  const reply = (status: number, contentType: string, body: string) => {
    request.resume();
    response.writeHead(fault.status ?? status, {
      'content-type': contentType,
      ...corsHeaders,
      ...fault.headers,
    });
    response.end(fault.body ?? body);
  };
  switch (fault.fault) {
    case 'reset-before':
      return reset();
    case 'reset-after':
      await bufferReply(listener, request);
      return reset();
    case 'delay':
      return replyAfter(wait(fault.delayMs));
    case 'hold':
      return replyAfter(registry.whenRemoved(fault.id));
    case 'hang':
      return void request.resume();
    case 'status':
      return reply(500, contentTypeOf(fault.body), '');
    case 'html':
      return reply(200, 'text/html', htmlPage);
    case 'malformed':
      return reply(200, 'application/json', '{"detail":');
    case 'script':
      request.url = withBehaviour(request.url ?? '', fault.body ?? '');
      return listener(request, response);
    case 'crash':
      if (fault.when === 'after') await bufferReply(listener, request);
      await crashStore?.();
      return reset();
  }
};

/** A retry of the page already has a query of its own. */
const withBehaviour = (path: string, behaviour: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}behaviour=${behaviour}`;

const htmlPage =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n';

/** Pages of other origins must be able to read the faulty reply, or the browser would hide it from them. */
const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

const contentTypeOf = (body = ''): string => {
  try {
    JSON.parse(body);
    return 'application/json';
  } catch {
    return 'text/plain';
  }
};

/** Split by hand: a target like `//x` is a path here, and a host to URL. */
const addressOf = (request: IncomingMessage): { pathname: string; searchParams: URLSearchParams } => {
  const [pathname = '', ...query] = (request.url ?? '').split('?');
  return { pathname, searchParams: new URLSearchParams(query.join('?')) };
};

const operationOf = (request: IncomingMessage): string | undefined => {
  const target = request.headers['x-amz-target'];
  return typeof target === 'string' ? target.split('.').at(-1) : undefined;
};

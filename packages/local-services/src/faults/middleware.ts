import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { bufferReply, peekBody } from './buffering.ts';
import type { Fault, FaultyService } from './fault.ts';
import type { FaultRegistry } from './registry.ts';

export interface FaultContext {
  /** Kills the store's process. Resolves when the process has exited. */
  readonly crashStore?: () => Promise<void>;
  /** Returns the email of the customer who sent the request. */
  readonly requestCustomer?: (parts: {
    authorization: string | undefined;
    body: string;
  }) => string | undefined;
}

/**
 * Wraps a service's listener and applies the registry's faults to its requests:
 *
 * - `reset-before`: resets the connection; the service doesn't get the request
 * - `reset-after`: lets the service work, then resets the connection instead of responding
 * - `delay`: lets the service work, and responds `delayMs` after the request arrived
 * - `hold`: lets the service work, and responds when the fault is removed
 * - `hang`: never responds; the service doesn't get the request
 * - `status`, `html`, `malformed`: responds in place of the service, which doesn't get the request
 * - `script`: makes the hosted card script misbehave
 * - `crash`: kills the store's process before or after the service's work, and resets the connection
 *
 * A fault disables keep-alive, because browsers silently retry a request if a reused connection is reset.
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

/** Returns a request's customer. User pool operations name the user in the body; store requests have a token. */
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
  const reply = (status: number, headers: Record<string, string>, body: string) => {
    request.resume();
    response.writeHead(fault.status ?? status, { ...headers, ...corsHeaders, ...fault.headers });
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
      return reply(500, headersOf(fault.body, operationOf(request)), '');
    case 'html':
      return reply(200, { 'content-type': 'text/html' }, htmlPage);
    case 'malformed':
      return reply(200, { 'content-type': 'application/json' }, '{"detail":');
    case 'script':
      request.url = withBehavior(request.url ?? '', fault.body ?? '');
      return listener(request, response);
    case 'crash':
      if (fault.when === 'after') await bufferReply(listener, request);
      await crashStore?.();
      return reset();
  }
};

/** Adds the query parameter `behavior` to a path, which has a query already if a page loads the script again. */
const withBehavior = (path: string, behavior: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}behavior=${behavior}`;

const htmlPage =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n';

/** Headers that let pages of other origins read the faulty response. */
const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

const jsonSchema = v.pipe(v.string(), v.parseJson());
const refusalSchema = v.object({ __type: v.pipe(v.string(), v.regex(/^[\w.#]+$/)) });

/** Returns a body's headers. JSON for an operation of the user pool has the same headers as from AWS. */
const headersOf = (body = '', operation?: string): Record<string, string> => {
  const json = v.safeParse(jsonSchema, body);
  if (!json.success) return { 'content-type': 'text/plain' };
  if (operation === undefined) return { 'content-type': 'application/json' };
  const refusal = v.safeParse(refusalSchema, json.output);
  return {
    'content-type': 'application/x-amz-json-1.1',
    ...(refusal.success && { 'x-amzn-errortype': `${refusal.output.__type}:` }),
  };
};

/** Parses a request's path and query. Doesn't use `URL`, which mistakes a target like `//x` for a host. */
const addressOf = (request: IncomingMessage): { pathname: string; searchParams: URLSearchParams } => {
  const [pathname = '', ...query] = (request.url ?? '').split('?');
  return { pathname, searchParams: new URLSearchParams(query.join('?')) };
};

const operationOf = (request: IncomingMessage): string | undefined => {
  const target = request.headers['x-amz-target'];
  return typeof target === 'string' ? target.split('.').at(-1) : undefined;
};

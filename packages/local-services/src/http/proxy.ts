import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request as requestUpstream,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';

/** Headers that proxies don't forward (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Less than the 5 s after which Node's servers close idle connections, so no request is lost on a closing one. */
const idleTimeoutMs = 2_000;

/**
 * Creates a proxy that forwards requests to `upstreamPort()` of 127.0.0.1, and streams both bodies. It responds with 502
 * without a port, or if the upstream can't be reached. If the upstream cuts off its response, so does the proxy.
 */
export const createProxy = (upstreamPort: () => number | undefined): RequestListener => {
  const agent = new Agent({ keepAlive: true, timeout: idleTimeoutMs });
  return (request, response) => {
    const port = upstreamPort();
    if (port === undefined) {
      sendBadGateway(request, response);
      return;
    }
    const upstream = requestUpstream({
      agent,
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: { ...endToEnd(request.headers), ...bodyFraming(request.headers) },
      setHost: false,
    });
    upstream.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, endToEnd(reply.headers));
      pipeline(reply, response, (error) => {
        if (error) response.destroy();
      });
    });
    upstream.on('error', () => {
      if (response.headersSent) response.destroy();
      else sendBadGateway(request, response);
    });
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.on('close', () => {
      if (!request.complete) upstream.destroy();
    });
    request.pipe(upstream);
  };
};

const endToEnd = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.has(name)),
  );
};

/** Returns the header for a body of unknown length. Chunks tell the upstream where the body ends. */
const bodyFraming = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };

const sendBadGateway = (request: IncomingMessage, response: ServerResponse): void => {
  request.resume();
  if (response.destroyed) return;
  response.writeHead(502, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ detail: 'The service behind this address is down' }));
};

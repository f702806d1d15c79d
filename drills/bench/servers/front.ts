import { once } from 'node:events';
import { request as requestUpstream } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { pipeline } from 'node:stream';
import type { DisposableStack } from '#local-services/disposable-stack.ts';
import type { Certificate } from '../../shared/certificate.ts';

/** Connection-specific headers, which HTTP/2 forbids. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** Creates an HTTPS origin with HTTP/2 for an HTTP/1.1 server. Call `leadTo` when the server's port is known. */
export const publish = async (disposables: DisposableStack, { cert, key }: Certificate) => {
  let target: Parameters<typeof forward>[2] | undefined;
  const server = createSecureServer({ cert, key }, (request, response) => {
    if (target === undefined) response.writeHead(503).end();
    else forward(request, response, target);
  });
  // Don't wait for open connections: browsers have closed theirs, and the rest end with the process.
  disposables.defer(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return {
    origin: `https://localhost:${address.port}`,
    /** Forwards requests to this local port. Replaces the `Origin` header of pages' requests with `pageOrigin`. */
    leadTo(port: number, pageOrigin?: string): void {
      target = { port, pageOrigin };
    },
  };
};

/** Forwards a request. Translates origins, because the services and the app expect their http origins. */
const forward = (
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  { port, pageOrigin }: { readonly port: number; readonly pageOrigin: string | undefined },
): void => {
  const { origin: sender } = request.headers;
  const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
  const upstream = requestUpstream({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.url,
    headers: {
      ...Object.fromEntries(headers),
      host: `localhost:${port}`,
      ...(sender !== undefined && pageOrigin !== undefined && { origin: pageOrigin }),
    },
  });
  upstream.on('response', (reply) => {
    const kept = Object.entries(reply.headers).filter(([name]) => !ofConnection.has(name));
    const allowed = reply.headers['access-control-allow-origin'];
    response.writeHead(reply.statusCode ?? 502, {
      ...Object.fromEntries(kept),
      ...(sender !== undefined && allowed === pageOrigin && { 'access-control-allow-origin': sender }),
    });
    pipeline(reply, response, () => undefined);
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
};

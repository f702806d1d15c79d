import { once } from 'node:events';
import { request as requestUpstream } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { pipeline } from 'node:stream';
import { type Certificate, createCertificate } from '../../shared/certificate.ts';

export interface Arrival {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
  /** In ms since the epoch. */
  readonly at: number;
}

/** Serves every origin that the measured pages use over HTTP/2 with TLS, in one process. */
export interface Front {
  readonly certificate: Certificate;
  /** Creates an origin for an HTTP/1.1 server. Set its target once both origins are known. */
  publish(): Promise<PublishedOrigin>;
  takeArrivals(): readonly Arrival[];
  close(): void;
}

export interface PublishedOrigin {
  readonly origin: string;
  /** Forwards requests to this local port. A page's requests get `pageOrigin` as their origin. */
  leadTo(port: number, pageOrigin?: string): void;
}

interface Target {
  readonly port: number;
  readonly pageOrigin: string | undefined;
}

/** Headers of a single connection, which HTTP/2 forbids. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

export const createFront = async (): Promise<Front> => {
  const certificate = await createCertificate();
  const servers: Http2SecureServer[] = [];
  let arrivals: Arrival[] = [];

  const publish = async (): Promise<PublishedOrigin> => {
    let origin = '';
    let target: Target | undefined;
    const server = createSecureServer(
      { cert: certificate.cert, key: certificate.key },
      (request, response) => {
        const operation = request.headers['x-amz-target'];
        const { method, url: path } = request;
        arrivals.push({ origin, method, path, operation: operation?.toString(), at: Date.now() });
        if (target === undefined) response.writeHead(503).end();
        else forward(request, response, target);
      },
    );
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
    origin = `https://localhost:${address.port}`;
    return {
      origin,
      leadTo(port, pageOrigin) {
        target = { port, pageOrigin };
      },
    };
  };

  return {
    certificate,
    publish,
    takeArrivals() {
      const taken = arrivals;
      arrivals = [];
      return taken;
    },
    close() {
      // Closed browsers' connections are gone by now; any others end with the process.
      for (const server of servers) server.close();
    },
  };
};

/** The services and the app know each other by their origins without TLS. */
const forward = (request: Http2ServerRequest, response: Http2ServerResponse, target: Target): void => {
  const { port, pageOrigin } = target;
  const { origin: sender } = request.headers;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
  );
  const upstream = requestUpstream({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: request.url,
    headers: {
      ...headers,
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
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
};

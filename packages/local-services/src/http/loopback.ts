import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { requireLoopbackHost } from './host-guard.ts';

export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
  readonly port: number;

  constructor(port: number) {
    super(`Port ${port} is taken`);
    this.port = port;
  }
}

/** A server on a port of 127.0.0.1 and, if the machine has IPv6, of ::1. */
export type LoopbackServer = Awaited<ReturnType<typeof listenOnEach>>;

const loopbackAddresses = ['127.0.0.1', '::1'] as const;
/** How many random ports to try. A port may be free on one address and taken on the other. */
const maxAttempts = 20;

/**
 * Listens on `port` of every loopback address, because browsers resolve `localhost` to either. Port 0 picks a free port.
 *
 * @param otherHosts other host names whose requests may be routed here
 * @throws {PortTakenError} if the port is taken on any address
 */
export const listenOnLoopback = async (
  port: number,
  otherHosts: readonly string[] = [],
): Promise<LoopbackServer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOnEach(port, otherHosts);
    } catch (error) {
      const isTaken = error instanceof PortTakenError;
      if (port !== 0 || !isTaken || attempt === maxAttempts) throw error;
    }
  }
};

const listenOnEach = async (port: number, otherHosts: readonly string[]) => {
  let listener: RequestListener = sendStarting;
  const pass: RequestListener = (request, response) => listener(request, response);
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(
      servers.map((server) => {
        server.close();
        server.closeAllConnections();
        return once(server, 'close');
      }),
    );
  };

  let actualPort = port;
  for (const address of loopbackAddresses) {
    const server = createServer(
      // A busy client may notice too late that an idle connection has closed, and then its request fails.
      { keepAliveTimeout: 75_000 },
      requireLoopbackHost(() => actualPort, pass, otherHosts),
    );
    try {
      const listening = await listen(server, actualPort, address);
      if (listening === undefined) continue;
      actualPort = listening;
      servers.push(server);
    } catch (error) {
      await close();
      throw error;
    }
  }

  return {
    port: actualPort,
    /** One server per address. */
    servers,
    /** Sets the listener. Before the first call, every request gets a 503. */
    setListener(next: RequestListener): void {
      listener = next;
    },
    closeIdleConnections(): void {
      for (const server of servers) server.closeIdleConnections();
    },
    /** Stops listening and cuts open connections. */
    close,
  };
};

/** Listens on an address. Returns the port, or undefined if the machine doesn't have this address. */
const listen = async (server: Server, port: number, host: string): Promise<number | undefined> => {
  server.listen({ port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return undefined;
    if (code === 'EADDRINUSE') throw new PortTakenError(port);
    throw error;
  }
  server.on('clientError', sendBadRequest);
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
};

const sendStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end(JSON.stringify({ detail: 'Starting' }));
};

const sendBadRequest = (error: Error & { code?: string }, socket: Duplex): void => {
  const body = JSON.stringify({ detail: 'Bad request' });
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else
    socket.end(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
};

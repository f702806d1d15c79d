import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ListenerLimits {
  /** Maximum idle time between requests, in ms. Must exceed the proxy's, so that the proxy closes first. */
  readonly keepAliveMs: number;
  /** Connections beyond this number are closed immediately. */
  readonly maxConnections: number;
  /** Time limit for receiving a request's headers, in ms. */
  readonly headersMs: number;
  /** Time limit for receiving a whole request, in ms. */
  readonly requestMs: number;
}

export interface Listener {
  readonly port: number;
  /**
   * Serves requests until `drained` resolves, then closes each connection after its next response.
   * @param graceMs time for requests in progress, in ms
   * @param lingerMs how long to keep idle connections, in ms, because a request may be arriving
   */
  close(drained: Promise<unknown>, graceMs: number, lingerMs?: number): Promise<void>;
}

const checkIntervalMs = 1_000;

/** Listens on a port (0 picks a free one). Rejects if the port is taken. */
export const listen = async (
  requestListener: RequestListener,
  { port, host }: { readonly port: number; readonly host: string },
  limits: ListenerLimits,
): Promise<Listener> => {
  let isClosing = false;
  let hasLingered = false;
  const server = createServer(
    {
      keepAliveTimeout: limits.keepAliveMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(checkIntervalMs, limits.headersMs),
    },
    (request, response) => {
      if (isClosing) response.setHeader('Connection', 'close');
      // Responses that started before `isClosing` didn't send `Connection: close`.
      response.once('finish', () => {
        if (hasLingered) setImmediate(() => server.closeIdleConnections());
      });
      requestListener(request, response);
    },
  );
  server.maxConnections = limits.maxConnections;
  server.once('drop', () => process.emitWarning(`Closed a connection to port ${port}: see MAX_CONNECTIONS.`));
  server.listen(port, host);
  await once(server, 'listening');

  return {
    port: portOf(server),
    async close(drained, graceMs, lingerMs = 0) {
      await drained;
      await quietMoment();
      isClosing = true;
      const closed = once(server, 'close');
      // `http.Server.close` would also close idle connections.
      SocketServer.prototype.close.call(server);
      const endIdle = setTimeout(() => {
        hasLingered = true;
        server.closeIdleConnections();
      }, lingerMs);
      const forceClose = setTimeout(() => server.closeAllConnections(), lingerMs + graceMs);
      await closed;
      clearTimeout(endIdle);
      clearTimeout(forceClose);
    },
  };
};

const maxTurns = 1_000;
const quietTurnMs = 1;

// Waits until the server has accepted all pending connections, which the kernel would reset when the socket
// closes. After a nearly idle turn of the event loop, none are left.
const quietMoment = async (): Promise<void> => {
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < quietTurnMs) return;
  }
};

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
};

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** How a server treats its connections. Times are in milliseconds. */
export interface ListenerLimits {
  /** How long a connection may be idle between two requests. Above that of whoever sends requests: it is to end first. */
  readonly keepAliveMs: number;
  /** More at a time are closed at once. */
  readonly maxConnections: number;
  /** How long the headers of a request may take to arrive. */
  readonly headersMs: number;
  /** How long a whole request, body included, may take to arrive. */
  readonly requestMs: number;
}

/** A server that listens. */
export interface Listener {
  readonly port: number;
  /**
   * Ends in good order: answers requests as before, but has each connection end with its answer; takes no more once it is
   * drained, and gives those under way their time. Resolves when no connection is left.
   *
   * @param drained resolves when requests go elsewhere
   */
  close(drained: Promise<unknown>, graceMs: number): Promise<void>;
}

/** Time-outs are looked for this often. */
const checkIntervalMs = 1_000;

/** Listens on a port, 0 for a free one. Rejects when it is taken. */
export const listen = async (
  requestListener: RequestListener,
  { port, host }: { readonly port: number; readonly host: string },
  limits: ListenerLimits,
): Promise<Listener> => {
  let isClosing = false;
  const server = createServer(
    {
      keepAliveTimeout: limits.keepAliveMs,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(checkIntervalMs, limits.headersMs),
    },
    (request, response) => {
      if (isClosing) response.setHeader('Connection', 'close');
      // An answer that was begun before leaves its connection open.
      response.once('finish', () => {
        if (isClosing) setImmediate(() => !server.listening && server.closeIdleConnections());
      });
      requestListener(request, response);
    },
  );
  server.maxConnections = limits.maxConnections;
  server.listen(port, host);
  await once(server, 'listening');

  return {
    port: portOf(server),
    async close(drained, graceMs) {
      isClosing = true;
      await drained;
      const closed = once(server, 'close');
      server.close();
      const forceClose = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(forceClose);
    },
  };
};

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
};

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

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
   * Ends in good order: answers requests as before until it is drained. Then it takes no more connections, has each that it
   * has end with its next answer, and gives requests under way their time. Resolves when no connection is left.
   *
   * @param drained resolves when requests go elsewhere
   * @param lingerMs how long an idle connection is kept then: a request may be on its way in it
   */
  close(drained: Promise<unknown>, graceMs: number, lingerMs?: number): Promise<void>;
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
      // An answer that was begun before leaves its connection open.
      response.once('finish', () => {
        if (hasLingered) setImmediate(() => server.closeIdleConnections());
      });
      requestListener(request, response);
    },
  );
  server.maxConnections = limits.maxConnections;
  server.listen(port, host);
  await once(server, 'listening');

  return {
    port: portOf(server),
    async close(drained, graceMs, lingerMs = 0) {
      await drained;
      await quietMoment();
      isClosing = true;
      const closed = once(server, 'close');
      // That of an HTTP server would end idle connections too.
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

/**
 * Resolves right after a turn of the event loop with next to nothing to do, in which each connection was accepted that was there:
 * those that the kernel still holds for a socket are reset when it stops listening, with the requests that are in them.
 */
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

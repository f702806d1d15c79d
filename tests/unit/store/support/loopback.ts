import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

export interface LoopbackServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Makes the server listen on a free port. */
export const listen = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    port: address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
};

export const listenOnLoopback = async (listener: RequestListener): Promise<LoopbackServer> => {
  const server = createServer(listener);
  const { port, close } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      const closed = close();
      server.closeAllConnections();
      return closed;
    },
  };
};

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface LoopbackServer {
  readonly url: string;
  close(): Promise<void>;
}

export const listenOnLoopback = async (listener: RequestListener): Promise<LoopbackServer> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

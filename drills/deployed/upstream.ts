import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** Replaces a process of the store: reads each request and cuts the connection without an answer. */
export interface CuttingUpstream {
  readonly port: number;
  readonly requests: readonly string[];
  lastHeaders(): IncomingMessage['headers'];
  close(): Promise<void>;
}

export const startCuttingUpstream = async (): Promise<CuttingUpstream> => {
  const requests: string[] = [];
  let headers: IncomingMessage['headers'] = {};
  const server = createServer(async (request) => {
    for await (const _chunk of request);
    requests.push(`${request.method} ${request.url}`);
    headers = request.headers;
    request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    requests,
    lastHeaders: () => headers,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

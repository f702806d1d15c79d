import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: Received, reply: ServerResponse) => void;

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, reply) => {
    reply.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const html =
  (status: number): Answer =>
  (_, reply) => {
    reply.writeHead(status, { 'Content-Type': 'text/html' }).end('<html><b>nginx</b></html>');
  };

export const reset: Answer = (_, reply) => {
  reply.destroy();
};

export const hang: Answer = () => undefined;

/** Starts a server that sends one prepared response per request, and repeats the last response. */
export const startStoreServer = async () => {
  const received: Received[] = [];
  let answers: Answer[] = [];
  const server = createServer((message, reply) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const { method = '', url = '', headers } = message;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(request);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(request, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    answer(...next: Answer[]) {
      received.length = 0;
      answers = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../store/support/loopback.ts';

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
  const server = await listenOnLoopback(async (message, reply) => {
    const { method = '', url = '', headers } = message;
    const request = { method, url, headers, body: await text(message) };
    received.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, reply);
  });
  return {
    baseUrl: server.url,
    received,
    answer(...next: Answer[]) {
      received.length = 0;
      answers = next;
    },
    stop: server.close,
  };
};

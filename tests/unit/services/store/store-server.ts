import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiClient } from '#services/store/api-client.ts';
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

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: object;
  readonly json?: object;
}

/** Creates a client that records requests. Each call returns what `answer` returns, or throws it if it is an error. */
export const recordingClient = (answer: (request: Asked) => unknown) => {
  const asked: Asked[] = [];
  const call = async (request: Asked) => {
    asked.push(request);
    const answered = answer(request);
    if (answered instanceof Error) throw answered;
    return answered;
  };
  return { asked, call: call as ApiClient };
};

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

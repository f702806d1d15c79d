import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { verifyWebhook } from '#coffer-client';
import { createLookup } from '#server/store/webhooks/addresses.ts';
import { createEventPoster } from '#server/store/webhooks/post-event.ts';
import { createWebhookSecret, signEvent } from '#server/store/webhooks/signature.ts';
import { listenOnLoopback } from '../support/loopback.ts';

const rules = { allowsPrivate: false };
const secret = createWebhookSecret();
const id = '1000000000000001';
const timestamp = '2026-11-20T12:00:00.000Z';
const body = JSON.stringify({ id, type: 'balance.low', timestamp, data: { available: 3 } });

const startEndpoint = async (listener: RequestListener, timeoutMs = 10_000) => {
  const endpoint = await listenOnLoopback(listener);
  const poster = createEventPoster(rules, timeoutMs);
  onTestFinished(async () => {
    await poster.close();
    await endpoint.close();
  });
  const post = (path = '/', headers: Record<string, string> = signEvent(id, body, [secret])) =>
    poster.post({ url: `${endpoint.url}${path}`, headers, body }, new AbortController().signal);
  return { url: endpoint.url, post };
};

const answering =
  (status: number, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, headers).end('ok');

it('the webhook poster signs an event with the current and the previous secret', async () => {
  const received: [IncomingMessage['headers'], string][] = [];
  const { post } = await startEndpoint(async (request, response) => {
    received.push([request.headers, await text(request)]);
    response.writeHead(204).end();
  });
  const rotated = createWebhookSecret();
  const result = await post('/hooks?a=1', signEvent(id, body, [rotated, secret]));
  expect(result).toEqual({ outcome: 'delivered', status: 204 });
  const [headers, sent] = received[0] ?? expect.fail('Nothing arrived.');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id });
  for (const known of [secret, rotated])
    expect(verifyWebhook(headers, sent, known)).toEqual(JSON.parse(body));
  expect(() => verifyWebhook(headers, sent, createWebhookSecret())).toThrow('not valid');
});

it.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [404, 'refused'],
  [410, 'gone'],
  [500, 'refused'],
] as const)('the webhook poster reports a response with status %i as %s', async (status, outcome) => {
  const { post } = await startEndpoint(answering(status));
  expect(await post()).toEqual({ outcome, status });
});

it('the webhook poster does not follow a redirect', async () => {
  const paths: (string | undefined)[] = [];
  const { post } = await startEndpoint((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: '/other' }).end();
  });
  expect(await post('/here')).toEqual({ outcome: 'refused', status: 307 });
  expect(paths).toEqual(['/here']);
});

it('the webhook poster reads only the start of a response', async () => {
  let written = 0;
  const { post } = await startEndpoint((_, response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000;
    };
    response.on('drain', write);
    write();
  });
  expect(await post()).toEqual({ outcome: 'delivered', status: 200 });
  expect(written).toBeLessThan(10_000_000);
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('the webhook poster times out without a response, even after a garbage collection', async () => {
  const { post } = await startEndpoint(() => setImmediate(collectGarbage), 200);
  expect(await post()).toEqual({ outcome: 'unanswered', why: 'TimeoutError' });
});

it('the webhook poster does not send to a private address', async () => {
  const { url } = await startEndpoint(answering(200));
  const { port } = new URL(url);
  const resolve = (_: unknown, __: unknown, callback: (error: null, found: unknown[]) => void) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const lookup = createLookup(rules, resolve as Parameters<typeof createLookup>[1]);
  const poster = createEventPoster(rules, 10_000, lookup);
  onTestFinished(() => poster.close());
  const signal = new AbortController().signal;
  for (const refused of [`https://merchant.example:${port}/`, `https://[::ffff:7f00:1]:${port}/`])
    expect(await poster.post({ url: refused, headers: {}, body }, signal)).toEqual({
      outcome: 'private-address',
      why: 'PRIVATE_ADDRESS',
    });
});

it('the webhook poster reports why it could not connect', async () => {
  const { url } = await startEndpoint(answering(200));
  const poster = createEventPoster(rules, 10_000);
  onTestFinished(() => poster.close());
  const { port } = new URL(url);
  expect(
    await poster.post({ url: `https://localhost:${port}/`, headers: {}, body }, new AbortController().signal),
  ).toMatchObject({ outcome: 'unanswered', why: expect.stringMatching(/^(E|ERR_)/) });
});

import { once } from 'node:events';
import { request as httpRequest, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createProxy } from '../src/http/proxy.ts';
import { findFreePort, replyTo, serve } from './serving.ts';

const proxied = async (upstream: RequestListener): Promise<{ port: number; origin: string }> => {
  const { port } = await serve(upstream);
  return serve(createProxy(() => port));
};

const echo: RequestListener = async (request, response) => {
  const { method, url, headers } = request;
  const body = await text(request);
  response.writeHead(202, 'Taken', { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
  response.end(JSON.stringify({ method, url, headers, body }));
};

test('the proxy forwards bodies of unknown length, even in GET requests', async () => {
  const { port } = await proxied(echo);
  for (const method of ['POST', 'GET']) {
    const request = httpRequest({ port, method, headers: { 'transfer-encoding': 'chunked' } });
    request.write('one ');
    request.end('two');
    const reply = await replyTo(request);
    expect(JSON.parse(await text(reply))).toMatchObject({ method, body: 'one two' });
  }
});

describe('the proxy', () => {
  test.each([
    ['known to be down', async () => undefined],
    ['unreachable', findFreePort],
  ])('returns a 502 with a detail if the upstream is %s', async (_name, findPort) => {
    const port = await findPort();
    const { origin } = await serve(createProxy(() => port));
    for (const init of [{}, { method: 'POST', body: 'coins' }]) {
      const reply = await fetch(origin, init);
      expect(reply.status).toBe(502);
      expect(await reply.json()).toEqual({ detail: expect.any(String) });
    }
  });
});

test('the proxy cuts off its response if the upstream cuts off its own', async () => {
  const { origin } = await proxied((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('begun', () => response.destroy());
  });
  const reply = await fetch(origin);
  await expect(reply.text()).rejects.toThrow('terminated');
});

test('the proxy disconnects from the upstream if the client disconnects', async () => {
  let left: Promise<unknown[]> | undefined;
  const { port } = await proxied((_request, response) => {
    left = once(response, 'close');
    response.write('begun');
  });
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(client, 'data');
  client.destroy();
  await expect(left).resolves.toBeDefined();
});

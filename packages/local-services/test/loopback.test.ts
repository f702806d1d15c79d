import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { isLoopbackHost } from '../src/http/host-guard.ts';
import { listenOnLoopback, PortTakenError } from '../src/http/loopback.ts';
import { findFreePort, replyTo, serve } from './serving.ts';

const listen = async () => {
  const loopback = await listenOnLoopback(await findFreePort());
  onTestFinished(() => loopback.close());
  return loopback;
};

const get = async (port: number, headers: Record<string, string>, host = '127.0.0.1') => {
  const request = httpRequest({ port, host, headers }).end();
  const reply = await replyTo(request);
  return { status: reply.statusCode, body: JSON.parse(await text(reply)) };
};

test('both loopback addresses serve localhost, and refuse other host names', async () => {
  const { port, setListener, servers } = await listen();
  setListener((_request, response) => response.end('"here"'));
  for (const host of servers.length === 2 ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
    expect(await get(port, { host: `localhost:${port}` }, host)).toEqual({ status: 200, body: 'here' });
    expect(await get(port, { host: `store.example.com:${port}` }, host)).toEqual({
      status: 421,
      body: { detail: `This service answers only as localhost:${port}` },
    });
  }
});

test.each([
  [true, ['localhost:5173', 'LOCALHOST:5173', '127.0.0.1:5173', '[::1]:5173']],
  [false, ['localhost', 'localhost:5174', 'localhost.example.com:5173', '0.0.0.0:5173', '', undefined]],
])('isLoopbackHost returns %s for %j', (isLoopback, hosts) => {
  for (const host of hosts) expect(isLoopbackHost(host, 5173), host).toBe(isLoopback);
});

test('a server responds that it is starting until its listener is set', async () => {
  const { port } = await listen();
  expect(await get(port, { host: `localhost:${port}` })).toEqual({
    status: 503,
    body: { detail: 'Starting' },
  });
});

test('a port in use causes an error that names the port', async () => {
  const { port } = await serve(() => {});
  await expect(listenOnLoopback(port)).rejects.toEqual(new PortTakenError(port));
});

test.each([
  ['malformed HTTP', 'nonsense\r\n\r\n', 400],
  ['an absolute URL', 'GET http://localhost/ HTTP/1.1\r\nhost: localhost\r\n\r\n', 421],
  ['oversized headers', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('a loopback server refuses a request with %s', async (_name, sent, status) => {
  const { port } = await listen();
  const client = connect(port, '127.0.0.1');
  client.write(sent);
  const reply = await text(client);
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(reply).toContain('{"detail":');
  expect(reply).not.toMatch(/at .*\.ts:\d/);
});

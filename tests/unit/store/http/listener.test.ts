import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defer } from '#local-services/deferred.ts';
import { type Listener, type ListenerLimits, listen } from '#server/store/http/listener.ts';
import { storeOfFile } from '../support/store-under-test.ts';

const timeouts = { keepAliveMs: 75_000, headersMs: 10_000, requestMs: 15_000 };
const limits: ListenerLimits = { ...timeouts, maxConnections: 100 };
const now = Promise.resolve();

const store = await storeOfFile({ ALLOWED_HOSTS: '' });
let listener: Listener | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener?.close(now, 0);
  listener = undefined;
});

const serve = async (requestListener: RequestListener, changes: Partial<ListenerLimits> = {}) => {
  listener = await listen(requestListener, { port: 0, host: '127.0.0.1' }, { ...limits, ...changes });
  return listener;
};
const open = async (sent = ''): Promise<Socket> => {
  const socket = connect(listener?.port ?? 0, '127.0.0.1').setEncoding('utf8');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
};
const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const answer: RequestListener = (_, response) => void response.end('ok');
const read = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

describe('a listener', () => {
  it('keeps idle connections open for the configured time', async () => {
    await serve(answer, { keepAliveMs: 75_000 });
    expect(await read(await open(get))).toMatch(/Keep-Alive: timeout=75\r\n/);
  });

  it('closes a connection if its request does not arrive in time', async () => {
    await serve(answer, { headersMs: 20, requestMs: 20 });
    expect(await text(await open('GET / HTTP/1.1\r\n'))).toMatch(/^HTTP\/1.1 408 /);
    expect(
      await text(await open('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')),
    ).toMatch(/HTTP\/1.1 408 /);
  });

  it('limits the number of connections', async () => {
    await serve(answer, { maxConnections: 1 });
    const first = await open(get);
    expect(await read(first)).toMatch(/^HTTP\/1.1 200 /);
    expect(await text(await open())).toBe('');
    first.write(get);
    expect(await read(first)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a listener that shuts down', () => {
  it('serves requests while it drains, then closes each connection after one more response', async () => {
    const held = defer<void>();
    const arrived = defer<void>();
    const listening = await serve(async (request, response) => {
      if (request.url === '/held') {
        arrived.resolve();
        await held.promise;
      }
      response.end('ok');
    });
    const underWay = await open(get.replace('/', '/held'));
    await arrived.promise;
    const kept = await open(get);
    await read(kept);

    const drained = defer<void>();
    const closed = listening.close(drained.promise, 60_000, 60_000);
    kept.write(get);
    expect(await read(kept)).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: keep-alive/);
    const late = await open(get);
    expect(await read(late)).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: keep-alive/);

    drained.resolve();
    await vi.waitUntil(() =>
      open().then(
        (socket) => void socket.destroy(),
        () => true,
      ),
    );
    for (const idle of [kept, late]) {
      idle.write(get);
      expect(await text(idle)).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close/);
    }
    held.resolve();
    expect(await read(underWay)).toMatch(/^HTTP\/1.1 200 /);
    underWay.end();
    await closed;
    listener = undefined;
  });

  it('closes idle connections after a delay and busy connections after their response', async () => {
    const held = defer<void>();
    const listening = await serve(async (request, response) => {
      if (request.url === '/held') {
        // Send the headers now: they promise keep-alive, so the response can't announce a closing connection.
        response.flushHeaders();
        await held.promise;
      }
      response.end('ok');
    });
    const underWay = await open(get.replace('/', '/held'));
    expect(await read(underWay)).toMatch(/Connection: keep-alive/);
    const idle = await open(get);
    await read(idle);

    const closed = listening.close(now, 60_000, 1);
    listener = undefined;
    expect(await text(idle)).toBe('');
    held.resolve();
    expect(await text(underWay)).toContain('ok');
    await closed;
  });

  it('stops waiting for running requests after the time limit', async () => {
    const arrived = defer<void>();
    const listening = await serve(() => arrived.resolve());
    const underWay = await open(get);
    await arrived.promise;
    await listening.close(now, 1, 0);
    listener = undefined;
    expect(await text(underWay)).toBe('');
  });
});

it('a request that the client cuts off is not logged as a failure', async () => {
  await serve(getRequestListener(store.app.fetch));
  const cut = await open(
    'POST /webhooks/gateway HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"event_id":',
  );
  cut.end();
  await expect.poll(() => store.logged).toMatchObject([{ event: 'request', status: 400 }]);
});

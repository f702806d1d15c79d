import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createFront } from '#drills/bench/servers/front.ts';

const pageOrigin = 'http://localhost:5173';

/** A front, and behind it a server that speaks HTTP/1.1. */
const startFront = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  const front = createFront();
  onTestFinished(() => {
    front.close();
    server.close();
    server.closeAllConnections();
  });
  const published = await front.publish();
  return { front, port: address.port, ...published };
};

/** A request as a browser makes it, with the answer. */
const ask = async (origin: string, headers: OutgoingHttpHeaders, body = '') => {
  const session = connect(origin, { rejectUnauthorized: false });
  const stream = session.request(headers, { endStream: body === '' });
  const answered = new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });
  if (body !== '') stream.end(body);
  const answer = await answered;
  const content = await text(stream);
  session.close();
  return { answer, content };
};

test('a request over HTTP/2 reaches the server as one of the page that it knows, and the answer fits its sender', async () => {
  const seen: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'httpVersion'>[] = [];
  const { origin, port, leadTo } = await startFront(async (request, response) => {
    seen.push(request);
    response.writeHead(201, { 'access-control-allow-origin': pageOrigin, connection: 'keep-alive' });
    response.end(`got ${await text(request)}`);
  });
  leadTo(port, pageOrigin);

  const sender = 'https://localhost:1234';
  const headers = { ':method': 'POST', ':path': '/pay?now', origin: sender, 'x-own': 'kept' };
  const { answer, content } = await ask(origin, headers, 'a body');
  expect(content).toBe('got a body');
  expect(answer).toMatchObject({ ':status': 201, 'access-control-allow-origin': sender });
  const [request] = seen;
  expect(request).toMatchObject({ method: 'POST', url: '/pay?now', httpVersion: '1.1' });
  expect(request?.headers).toMatchObject({ host: `localhost:${port}`, origin: pageOrigin, 'x-own': 'kept' });
});

test('a permission for every page stays one', async () => {
  const { origin, port, leadTo } = await startFront((_, response) => {
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
  });
  leadTo(port, pageOrigin);
  const { answer } = await ask(origin, { ':path': '/', origin: 'https://localhost:1234' });
  expect(answer['access-control-allow-origin']).toBe('*');
});

test('what has arrived is told once, with the operation that it asks for', async () => {
  const { origin, port, leadTo, front } = await startFront((_, response) => void response.end());
  leadTo(port);
  const before = Date.now();
  await ask(origin, { ':method': 'POST', ':path': '/', 'x-amz-target': 'Service.InitiateAuth' });
  const [arrival, ...others] = front.takeArrivals();
  expect(arrival).toMatchObject({ origin, method: 'POST', path: '/', operation: 'Service.InitiateAuth' });
  expect(arrival?.at).toBeGreaterThanOrEqual(before);
  expect(others).toEqual([]);
  expect(front.takeArrivals()).toEqual([]);
});

test('a server that is not there yet, or not any more, is said so', async () => {
  const { origin, leadTo } = await startFront((_, response) => void response.destroy());
  expect((await ask(origin, { ':path': '/' })).answer[':status']).toBe(503);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  leadTo(typeof address === 'object' && address !== null ? address.port : 0);
  expect((await ask(origin, { ':path': '/' })).answer[':status']).toBe(502);
});

import { getRequestListener } from '@hono/node-server';
import { afterAll, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../support/loopback.ts';
import { storeOfFile } from '../support/store-under-test.ts';

// Use Node's HTTP server as in production, because in-memory responses take a different code path.
const store = await storeOfFile({ ALLOWED_HOSTS: '' });
const server = await listenOnLoopback(getRequestListener(store.app.fetch));
afterAll(() => server.close());

const site = 'http://localhost:5173';
const payment = '/api/checkout/process-payment-token';
const asJson = { 'Content-Type': 'application/json' };
const common = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': site,
  'access-control-expose-headers': 'Retry-After,X-Request-Id',
  vary: 'Origin',
  'x-request-id': 'a-request',
};
const ask = async (path: string, init: RequestInit = {}, as = 'ada') =>
  fetch(server.url + path, {
    ...init,
    headers: {
      Authorization: `Bearer ${await store.pool.accessToken(as)}`,
      Origin: site,
      'X-Request-Id': 'a-request',
      ...Object.fromEntries(new Headers(init.headers)),
    },
  });

describe('a response', () => {
  it.each([
    ['a success', 200, '/api/products', {}],
    ['a refusal', 404, '/api/credits/balance', {}],
    ['an unknown path', 404, '/api/nothing', {}],
    ['a method that is not allowed', 405, '/api/products', { method: 'DELETE' }],
    ['a body that is not JSON', 400, payment, { method: 'POST', body: '{', headers: asJson }],
  ] as const)('has the common headers for %s', async (_, status, path, init) => {
    const reply = await ask(path, init);
    expect(reply.status).toBe(status);
    expect(Object.fromEntries(reply.headers)).toMatchObject(common);
    expect(await reply.json()).toEqual(expect.anything());
  });

  it('cannot be read by a page from a disallowed origin', async () => {
    const { headers } = await ask('/api/products', { headers: { Origin: 'https://evil.example' } });
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(headers.get('Vary')).toBe('Origin');
  });

  it('has a new request id if the request’s id is invalid', async () => {
    const { headers } = await ask('/api/products', { headers: { 'X-Request-Id': 'not a name' } });
    expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
  });
});

it('a preflight response lists the allowed methods and headers', async () => {
  const reply = await ask(payment, {
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,x-expected-amount-cents',
    },
  });
  expect(reply.status).toBe(204);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'access-control-allow-origin': site,
    'access-control-allow-headers': 'Authorization,Content-Type,Idempotency-Key,X-Expected-Amount-Cents',
    'access-control-allow-methods': 'GET,POST,PUT,DELETE',
    'access-control-max-age': '7200',
    vary: 'Origin, Access-Control-Request-Headers',
  });
});

it.each([
  ['with', (large: string) => large],
  ['without', (large: string) => new Blob([large]).stream()],
])('a body %s a declared length is rejected if it is too large', async (_, bodyOf) => {
  const body = bodyOf(`{"filler":"${'x'.repeat(20_000)}"}`);
  const streamed = { method: 'POST', headers: asJson, body, duplex: 'half' };
  const reply = await ask(payment, streamed);
  expect(reply.status).toBe(413);
  expect(await reply.json()).toMatchObject({ code: 'too-large' });
});

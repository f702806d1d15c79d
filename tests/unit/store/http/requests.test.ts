import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { merchantEndpoints } from '#contract/merchant/endpoints.ts';
import type { LogFields } from '#server/store/logging/logging.ts';
import { createRecordingLog } from '../support/logs.ts';
import { refusal } from '../support/refusals.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';

const store = await storeOfFile();

const payment = '/api/checkout/process-payment-token';

describe('the store’s paths', () => {
  it('work with and without a trailing slash', async () => {
    expect((await store.call('/api/products', { as: 'ada' })).body).toEqual(store.products);
    expect((await store.call('/api/products/', { as: 'ada' })).body).toEqual(store.products);
  });

  it.each(['/', '/api', '/api/nothing', '/api/products/1', '/API/products', '/api/../healthz/x', '/%00'])(
    'do not include %s',
    async (path) => {
      const reply = await store.call(path, { as: 'ada' });
      expect(reply).toMatchObject(refusal(404, 'not-found', 'Nothing exists at this address.'));
    },
  );

  it.each([
    ['POST', '/api/products/', 'GET'],
    ['DELETE', '/api/credits/balance', 'GET'],
    ['GET', payment, 'POST'],
    ['PUT', '/healthz', 'GET'],
  ])('do not accept %s %s', async (method, path, allowed) => {
    const reply = await store.call(path, { method, as: 'ada' });
    expect(reply).toMatchObject(refusal(405, 'method-not-allowed', expect.stringContaining(allowed)));
    expect(reply.headers.get('Allow')).toContain(allowed);
  });

  it('work only with an allowed Host header', async () => {
    const reply = await store.call('/healthz', { headers: { Host: 'evil.example:5175' } });
    expect(reply).toMatchObject(refusal(421, 'wrong-host', expect.any(String)));
    expect((await store.call('/healthz', { headers: { Host: 'LOCALHOST:6105' } })).status).toBe(200);
  });
});

const attempt = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';

it.each([
  ['POST', '/webhooks/gateway', '/webhooks/gateway'],
  ['GET', '/healthz', '/healthz'],
  ['GET', '/openapi.json', '/openapi.json'],
  ['GET', '/v1/openapi.json', '/v1/openapi.json'],
  ['GET', '/api/products/', '/api/products'],
  ['GET', '/api/transactions/history?page=2', '/api/transactions/history'],
  ['POST', payment, payment],
  ['GET', `/api/checkout/attempts/${attempt}`, '/api/checkout/attempts/:id'],
  // No route handles these requests, such as scans, a wrong method and a preflight.
  ['GET', '/wp-login.php', '/*'],
  ['GET', '/api/nothing', '/*'],
  ['GET', '/webhooks/nothing', '/*'],
  ['DELETE', '/webhooks/gateway', '/*'],
  ['OPTIONS', '/api/products/', '/*'],
])('the request %s %s is logged with the route %s', async (method, path, label) => {
  store.logged.length = 0;
  await store.call(path, { method, as: 'ada', body: method === 'POST' ? {} : undefined });
  expect(store.logged.filter(({ event }) => event === 'request')).toMatchObject([{ method, route: label }]);
});

it('the webhook route rejects events if no webhook key is set', async () => {
  const signature = createHmac('sha256', '').update('1.{}').digest('hex');
  const headers = { 'Webhook-Signature': `t=1,s=${signature}` };
  const reply = await store.call('/webhooks/gateway', { method: 'POST', body: '{}', headers });
  expect(reply.status).toBe(401);
});

const documentSchema = v.object({
  openapi: v.literal('3.1.0'),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({ schemas: v.record(v.string(), v.object({ type: v.string() })) }),
});

it('GET /openapi.json describes exactly the store’s paths', async () => {
  const { paths } = v.parse(documentSchema, (await store.call('/openapi.json')).body);
  const ofMerchants = Object.values(merchantEndpoints).map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'));
  expect(Object.keys(paths).toSorted()).toEqual([
    '/api/account',
    '/api/activity',
    '/api/auth/profile',
    '/api/billing-address',
    '/api/cards',
    '/api/cards/{id}',
    '/api/cards/{id}/default',
    '/api/checkout/attempts/{id}',
    '/api/checkout/process-payment-token',
    '/api/credits',
    '/api/credits/balance',
    '/api/grants',
    '/api/holds',
    '/api/notices',
    '/api/products',
    '/api/spending-limit',
    '/api/top-up',
    '/api/transactions/history',
    '/api/transactions/summary',
    '/api/transactions/{id}/refund',
    '/api/usage',
    '/healthz',
    '/livez',
    '/readyz',
    ...[...new Set(ofMerchants)].toSorted(),
    '/webhooks/gateway',
  ]);
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const body = method === 'post' || method === 'put' ? {} : undefined;
      const reply = await store.call(path, { method: method.toUpperCase(), as: 'ada', body });
      expect([200, 400, 401, 404]).toContain(reply.status);
      expect(reply.body).not.toMatchObject({ detail: 'Nothing exists at this address.' });
    }
  }
});

describe('a failure inside the store', () => {
  const callOfFailing = async (error: Error, logged: LogFields[] = []) => {
    const fail = () => Promise.reject(error);
    const database = { query: fail, transaction: fail, close: fail };
    return (await startAnother(store, {}, { database, log: createRecordingLog(logged) })).call;
  };

  it('is logged, but its details are not returned', async () => {
    const logged: LogFields[] = [];
    const error = new Error('relation "accounts" does not exist');
    const call = await callOfFailing(error, logged);
    const detail = 'Something went wrong on our side. Please try again.';
    const reply = await call('/api/credits/balance', { as: 'ada' });
    expect(reply).toMatchObject({ status: 500, body: { code: 'internal-error', detail } });
    expect(JSON.stringify(reply.body)).not.toContain('accounts');
    expect(logged).toContainEqual(expect.objectContaining({ event: 'request-failed', error }));
  });

  it.each([
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    new Error('timeout exceeded when trying to connect'),
  ])('returns 503 with Retry-After if the database is unavailable (%s)', async (error) => {
    const call = await callOfFailing(error);
    const reply = await call('/api/auth/profile', { as: 'ada' });
    const detail = expect.stringContaining('temporarily unavailable');
    expect(reply).toMatchObject(refusal(503, 'unavailable', detail));
    expect(reply.headers.get('Retry-After')).toBe('5');
    expect((await call('/healthz')).status).toBe(503);
  });
});

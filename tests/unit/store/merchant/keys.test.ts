import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { merchantEndpoints, type Scope, scopes } from '#contract/merchant/endpoints.ts';
import { createApiKey, prefixOf } from '#server/store/merchant/api-keys.ts';
import { createMerchant, createScriptedCredits, type Merchant } from '../support/merchant.ts';
import { createOperator } from '../support/operator.ts';
import { refusal } from '../support/refusals.ts';
import { startAnother, storeOfFile } from '../support/store-under-test.ts';
import { watchStatements } from '../support/test-database.ts';

const id = '6f0c4a5e-54f3-4d5a-8a0e-3a0f5b1f2c11';
const customer = { id, email: 'ada@example.com', balance: 5, held: 2, available: 3 };
const path = `/customers/${id}`;
const scripted = createScriptedCredits();

let merchant: Merchant;
const store = await storeOfFile({}, { creditsOf: scripted.creditsOf });
beforeEach(async () => {
  scripted.answers = { readCustomer: customer };
  scripted.calls.length = 0;
  merchant = await createMerchant(store);
});

const callWith = (headers: Record<string, string>, method = 'GET') =>
  store.call(`/v1${path}`, { method, headers });

describe('a call under /v1/', () => {
  it.each([
    ['no header', () => ({})],
    ['another scheme', () => ({ Authorization: `Basic ${merchant.key}` })],
    ['an empty key', () => ({ Authorization: 'Bearer ' })],
    ['an unknown key', () => ({ Authorization: `Bearer ${createApiKey()}` })],
    ['only the prefix of a key', () => ({ Authorization: `Bearer ${merchant.key.slice(0, 19)}` })],
    ['the prefix of one key and the secret of another', () => mixed()],
    ['a key with an extra character', () => ({ Authorization: `Bearer ${merchant.key}0` })],
  ])('is refused with %s', async (_, headers) => {
    const reply = await callWith(headers());
    const detail = expect.stringContaining('Authorization: Bearer');
    expect(reply).toMatchObject(refusal(401, 'invalid-key', detail));
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(scripted.calls).toEqual([]);
  });
  const mixed = () => ({ Authorization: `Bearer ${merchant.key.slice(0, 19)}${createApiKey().slice(19)}` });

  it('is refused with a customer’s token, and a call under /api/ is refused with a key', async () => {
    const reply = await store.call(`/v1${path}`, { as: 'ada' });
    expect(reply).toMatchObject(refusal(401, 'invalid-key'));
    const headers = { Authorization: `Bearer ${merchant.key}` };
    const called = await store.call('/api/credits/balance', { headers });
    expect(called).toMatchObject(refusal(401, 'not-signed-in'));
  });

  it('accepts a key from its creation until its revocation', async () => {
    const operator = createOperator(store.database);
    const name = crypto.randomUUID();
    const add = () => operator.json('keys', 'add', name, '--scopes', 'read');
    const [first, second] = [await add(), await add()];
    const statusWith = async ({ key }: { key: string }) =>
      (await callWith({ Authorization: `Bearer ${key}` })).status;
    expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
    await operator.run('keys', 'revoke', first.prefix);
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  });

  it.each(Object.values(merchantEndpoints).map((endpoint) => [endpoint] as const))(
    'needs the scope of its endpoint ($path)',
    async ({ path: pattern, scope, ...rest }) => {
      const method = 'method' in rest ? rest.method : 'GET';
      const others = scopes.filter((one) => one !== scope);
      const { key } = await createMerchant(store, others);
      const address = pattern.replaceAll(/:\w+/g, id);
      const reply = await store.call(address, { method, headers: { Authorization: `Bearer ${key}` } });
      const detail = expect.stringContaining(scope satisfies Scope);
      expect(reply).toMatchObject(refusal(403, 'missing-scope', detail));
      expect(scripted.calls).toEqual([]);
    },
  );
});

describe('browsers', () => {
  const headersOfBrowsers: Record<string, string>[] = [
    { Origin: 'http://localhost:5173' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-origin' },
  ];

  it.each(headersOfBrowsers)('cannot call the merchant’s API, even with a key (%j)', async (sent) => {
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      const reply = await callWith({ Authorization: `Bearer ${merchant.key}`, ...sent }, method);
      expect(reply).toMatchObject(refusal(403, 'browser-refused'));
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(scripted.calls).toEqual([]);
  });

  it('cannot read responses of the merchant’s API, which have no CORS headers', async () => {
    const { headers } = await merchant.get(path);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });
});

it('calls above a key’s rate limit are refused without affecting other keys', async () => {
  const merchantApi = { callsPerSecond: 2, callsInFlight: 100 };
  const limited = await startAnother(store, { merchantApi }, scripted);
  const [busy, quiet] = [await createMerchant(limited), await createMerchant(limited)];
  const replies = await Promise.all(Array.from({ length: 20 }, () => busy.get(path)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(15);
  expect(refused[0]).toMatchObject({ body: { code: 'rate-limited', detail: expect.any(String) } });
  expect(refused[0]?.headers.get('Retry-After')).toBe('1');
  expect(replies.length - refused.length).toBeGreaterThanOrEqual(2);
  expect((await quiet.get(path)).status).toBe(200);
});

describe('the last use of a key', () => {
  const lastUse = async ({ key }: Merchant) => {
    const { keys } = await createOperator(store.database).json('keys', 'list');
    return keys.find(({ prefix }: { prefix: string }) => key.startsWith(prefix)).lastUsedAt;
  };

  it('is written by a job, only once for many calls', async () => {
    const { watched, statements } = watchStatements(store.database);
    const { creditsOf } = scripted;
    const { call, recordKeyUses } = await startAnother(store, {}, { database: watched, creditsOf });
    const headers = { Authorization: `Bearer ${merchant.key}` };
    for (let time = 0; time < 5; time += 1) expect((await call(`/v1${path}`, { headers })).status).toBe(200);
    expect(statements.filter((sql) => sql.includes('update'))).toEqual([]);
    expect(await lastUse(merchant)).toBeNull();
    await recordKeyUses();
    await recordKeyUses();
    expect(statements.filter((sql) => sql.includes('update'))).toHaveLength(1);
    expect(await lastUse(merchant)).toBe(store.clock.now.toISOString());
  });

  it('is not changed by a call with a wrong secret', async () => {
    await callWith({ Authorization: `Bearer ${merchant.key.slice(0, 19)}${createApiKey().slice(19)}` });
    await store.recordKeyUses();
    expect(await lastUse(merchant)).toBeNull();
  });
});

it('request logs contain an active key’s prefix but no other part of a key or path', async () => {
  store.logged.length = 0;
  await merchant.get(path);
  await callWith({ Authorization: `Bearer ${createApiKey()}` });
  expect(store.logged.filter(({ event }) => event === 'request')).toMatchObject([
    { route: '/v1/customers/:id', status: 200, key: prefixOf(merchant.key) },
    { route: '/v1/customers/:id', status: 401, key: undefined },
  ]);
  expect(JSON.stringify(store.logged)).not.toMatch(/coffer_key_[0-9a-f]{9}|6f0c4a5e/);
});

it('a disabled merchant’s API is missing from /v1/ and from /openapi.json', async () => {
  const closed = await startAnother(store, { merchantApi: undefined }, scripted);
  const { get } = await createMerchant(closed);
  for (const missing of [path, '/openapi.json'])
    expect(await get(missing)).toMatchObject(refusal(404, 'not-found'));
  const { body } = await closed.call('/openapi.json');
  const { paths } = v.parse(v.object({ paths: v.record(v.string(), v.unknown()) }), body);
  expect(Object.keys(paths).filter((one) => one.startsWith('/v1'))).toEqual([]);
  expect(JSON.stringify(body)).not.toContain('merchantKey');
});

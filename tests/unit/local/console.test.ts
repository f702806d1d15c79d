import { describe, expect, onTestFinished, test } from 'vitest';
import { createConsole } from '#local/console/index.ts';
import { deriveMerchantKey } from '#local/merchant-key.ts';
import type { ListedWebhook, NewCustomer } from '#local/store-messages.ts';
import { createGateway } from '#local-nmi';
import { createFaultRegistry } from '#local-services/faults/registry.ts';
import { openUserPool } from './user-pool-of-tests.ts';

const consoleOrigin = 'http://localhost:5177';
const bookError = { customer_id: 'c-1', what: 'balance', kept: '1', proven: '2' };

const listedGrant = {
  customerId: 'c-1',
  id: crypto.randomUUID(),
  kind: 'bonus',
  credits: 50,
  remaining: 40,
  held: 20,
  priority: 100,
  expiresAt: '2026-12-31T00:00:00.000Z',
};
const listedHold = {
  customerId: 'c-1',
  id: crypto.randomUUID(),
  credits: 20,
  captured: 0,
  state: 'open',
  expiresAt: '2026-12-31T00:00:00.000Z',
};
const endpoint: ListedWebhook = {
  id: crypto.randomUUID(),
  url: 'http://localhost:3000/hooks',
  secret: 'whsec_AAAA',
  state: 'active',
  waiting: 0,
  deliveredEvent: null,
};
const merchantKey = deriveMerchantKey('a-security-key');

const openConsole = async (storeIsDown = false, wrong = false) => {
  const pool = await openUserPool();
  const gateway = await createGateway({
    origin: 'http://localhost:5176',
    securityKey: 'a-security-key',
    tokenizationKey: 'a-tokenization-key',
  });
  onTestFinished(() => gateway.close());
  const faults = createFaultRegistry();
  const seeds: { customer: NewCustomer; transactions: number }[] = [];
  const accepted: string[] = [];
  const expired: string[][] = [];
  const endpoints: ListedWebhook[] = [];
  const customerOf = { credits: 'c-1' };
  let ready = false;
  const app = await createConsole({
    port: 5177,
    pool,
    gateway,
    store: {
      async seed(customer, transactions) {
        if (storeIsDown) throw new Error('The store API is down');
        seeds.push({ customer, transactions });
      },
      async proveBooks() {
        if (storeIsDown) throw new Error('The store API is down');
        return wrong ? [bookError] : [];
      },
      async acceptKey(key) {
        if (storeIsDown) throw new Error('The store API is down');
        accepted.push(key);
      },
      async listCredits() {
        if (storeIsDown) throw new Error('The store API is down');
        const { credits: customerId } = customerOf;
        return { grants: [{ ...listedGrant, customerId }], holds: [{ ...listedHold, customerId }] };
      },
      async expireCredits(kind, id) {
        if (id !== listedHold.id) throw new Error(`There is no ${kind} ${id} that can expire.`);
        expired.push([kind, id]);
      },
      async addWebhook(url) {
        if (storeIsDown) throw new Error('The store API is down');
        endpoints.push({ ...endpoint, url });
        return { id: endpoint.id, secret: endpoint.secret };
      },
      async listWebhooks() {
        return endpoints;
      },
      async removeWebhook() {
        if (endpoints.pop() === undefined) throw new Error('There is no endpoint.');
      },
    },
    merchantKey,
    faults,
    isReady: () => ready,
  });
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(consoleOrigin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    pool,
    faults,
    seeds,
    accepted,
    expired,
    customerOf,
    send,
    becomeReady() {
      ready = true;
    },
  };
};

test('the books of a store that is down are not reported as sound', async () => {
  const { send } = await openConsole(true);
  const reply = await send('GET', '/books');
  expect([reply.status, (await reply.json()).detail]).toEqual([
    503,
    'The books could not be proven: The store API is down',
  ]);
});

test('books without errors are sound, others are not', async () => {
  expect(await (await (await openConsole()).send('GET', '/books')).json()).toEqual({
    sound: true,
    errors: [],
  });
  expect(await (await (await openConsole(false, true)).send('GET', '/books')).json()).toEqual({
    sound: false,
    errors: [bookError],
  });
});

test('the merchant’s key is one that the store takes', async () => {
  const { send, accepted } = await openConsole();
  expect(await (await send('GET', '/merchant-key')).json()).toEqual({ key: merchantKey });
  expect(accepted).toEqual([merchantKey]);
  const reply = await (await openConsole(true)).send('GET', '/merchant-key');
  expect([reply.status, (await reply.json()).detail]).toEqual([
    503,
    'The store did not take the key: The store API is down',
  ]);
});

describe('credits', () => {
  test('grants and holds have the email of their customer', async () => {
    const { pool, send, customerOf } = await openConsole();
    expect(await (await send('GET', '/credits/grants')).json()).toEqual([{ ...listedGrant, email: null }]);
    await send('POST', '/users', { email: 'ada@example.com', password: 'Strong-pass1!' });
    const [user] = pool.admin.listUsers();
    customerOf.credits = user?.sub ?? '';
    for (const [path, row] of [
      ['/credits/grants', listedGrant],
      ['/credits/holds', listedHold],
    ] as const)
      expect(await (await send('GET', path)).json()).toEqual([
        { ...row, customerId: user?.sub, email: 'ada@example.com' },
      ]);
  });

  test('a hold is made to expire; what the store refuses is said', async () => {
    const { send, expired } = await openConsole();
    const expire = (body: unknown) => send('POST', '/credits/expire', body);
    expect((await expire({ kind: 'hold', id: listedHold.id })).status).toBe(204);
    expect(expired).toEqual([['hold', listedHold.id]]);
    const id = crypto.randomUUID();
    const reply = await expire({ kind: 'grant', id });
    expect([reply.status, (await reply.json()).detail]).toEqual([
      503,
      `There is no grant ${id} that can expire.`,
    ]);
    expect((await expire({ kind: 'spend', id })).status).toBe(400);
    expect((await (await openConsole(true)).send('GET', '/credits/holds')).status).toBe(503);
  });
});

test('the merchant’s endpoints are added, listed and removed', async () => {
  const { send } = await openConsole();
  const { id, url, secret } = endpoint;
  const add = (body: unknown) => send('POST', '/merchant-webhooks', body);
  const reply = await add({ url });
  expect([reply.status, await reply.json()]).toEqual([201, { id, secret }]);
  expect(await (await send('GET', '/merchant-webhooks')).json()).toEqual([endpoint]);
  expect((await send('DELETE', `/merchant-webhooks/${id}`)).status).toBe(204);
  expect((await send('DELETE', `/merchant-webhooks/${id}`)).status).toBe(503);
  const refused = await add({ url: 'http://merchant.example/' });
  expect([refused.status, (await refused.json()).detail]).toEqual([
    400,
    'The URL is not an https URL (http is only allowed for this machine).',
  ]);
  expect((await add({})).status).toBe(400);
  expect((await (await openConsole(true)).send('POST', '/merchant-webhooks', { url })).status).toBe(503);
});

describe('new users', () => {
  const user = { email: 'ada@example.com', password: 'Strong-pass1!', firstName: 'Ada', transactions: 7 };

  test('are confirmed, and customers with a ledger', async () => {
    const { pool, send, seeds } = await openConsole();
    const reply = await send('POST', '/users', user);
    expect(reply.status).toBe(201);
    const [made] = pool.admin.listUsers();
    expect(made).toMatchObject({ email: 'ada@example.com', status: 'CONFIRMED' });
    expect(await reply.json()).toEqual({ id: made?.sub, email: 'ada@example.com' });
    expect(seeds).toEqual([
      {
        customer: { id: made?.sub, email: 'ada@example.com', firstName: 'Ada', lastName: null, phone: null },
        transactions: 7,
      },
    ]);
  });

  test.each([
    [{ password: 'weak' }, 400, 'Password did not conform with policy: Password not long enough'],
    [{ email: 'no email' }, 400, /^email: /],
    [{ transactions: 100_001 }, 400, /^transactions: /],
    [{ role: 'admin' }, 400, /^unknown field `role`$/],
    [{ mfa: { factors: ['SMS_MFA'] } }, 400, /^User does not have a phone_number set/],
  ])('are refused with %o', async (wrong, status, detail) => {
    const { pool, send } = await openConsole();
    const reply = await send('POST', '/users', { ...user, ...wrong });
    expect(reply.status).toBe(status);
    const body = await reply.json();
    expect(body.detail).toMatch(detail);
    expect(JSON.stringify(body)).not.toContain(user.password);
    expect(pool.admin.listUsers()).toEqual([]);
  });

  test('without a store: 503 that names the available services', async () => {
    const { send } = await openConsole(true);
    const reply = await send('POST', '/users', user);
    expect(reply.status).toBe(503);
    expect((await reply.json()).detail).toContain('The store API is down');
  });
});

test('a reset removes faults, the pool’s settings and time, and the mail; users stay', async () => {
  const { pool, faults, send } = await openConsole();
  const before = pool.admin.settings();
  await send('POST', '/users', { email: 'ada@example.com', password: 'Strong-pass1!' });
  const forget = async () => {
    const reply = await pool.app.request('http://localhost:5174/', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
      },
      body: JSON.stringify({ ClientId: 'coffer-local-web', Username: 'ada@example.com' }),
    });
    return reply.status;
  };
  expect(await forget()).toBe(200);
  expect(pool.admin.mail()).toHaveLength(1);
  await send('POST', '/faults', { service: 'store', match: 'GET /', fault: 'hold' });
  await send('PATCH', '/pool/settings', { verification: 'link', mfa: 'ON' });
  await send('POST', '/pool/clock', { offsetMs: 3_600_000 });

  expect((await send('POST', '/reset')).status).toBe(204);
  expect(faults.list()).toEqual([]);
  expect(pool.admin.settings()).toEqual(before);
  expect(await (await send('GET', '/mail')).json()).toEqual([]);
  expect(await forget()).toBe(200);
  const [mail] = pool.admin.mail();
  expect(Math.abs(Date.parse(mail?.sentAt ?? '') - Date.now())).toBeLessThan(60_000);
  expect(pool.admin.listUsers().map(({ email }) => email)).toEqual(['ada@example.com']);
});

describe('callers', () => {
  test.each([
    ['a page of another origin', 'POST', { origin: 'http://evil.example' }, 403],
    ['the app', 'POST', { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }, 403],
    [
      'a script tag of another site',
      'GET',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      403,
    ],
    ['a form', 'POST', { origin: consoleOrigin, 'content-type': 'text/plain' }, 415],
    ['its own page', 'POST', { origin: consoleOrigin, 'sec-fetch-site': 'same-origin' }, 201],
    ['a tool', 'POST', {}, 201],
  ])('%s: %s with %o answers %i', async (_name, method, headers, status) => {
    const { send } = await openConsole();
    const body = method === 'POST' ? { service: 'store', match: 'GET /', fault: 'hang' } : undefined;
    const reply = await send(method, '/faults', body, headers);
    expect(reply.status).toBe(status);
    expect(reply.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('a link from another site opens the page', async () => {
    const { send } = await openConsole();
    const reply = await send('GET', '/', undefined, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(await reply.text()).not.toMatch(/style=|<style|<script>|\son\w+=/);
  });
});

test.each([
  ['not JSON', 'POST', '/faults', '{', 400],
  ['nothing', 'POST', '/users', '', 400],
  ['__proto__', 'POST', '/users', '{"__proto__":{"email":"a@example.com"}}', 400],
  ['an unknown route', 'GET', '/no/such', undefined, 404],
])('%s: a detail and no stack', async (_name, method, path, body, status) => {
  const { send } = await openConsole();
  const reply = await send(method, path, body);
  expect(reply.status).toBe(status);
  expect(await reply.json()).toEqual({ detail: expect.not.stringMatching(/\.ts|node:/) });
});

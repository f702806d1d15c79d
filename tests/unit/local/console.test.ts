import { describe, expect, onTestFinished, test } from 'vitest';
import { createConsole } from '#local/console/index.ts';
import type { StoreMail } from '#local/mail-server.ts';
import type { ListedWebhook } from '#local/store-messages.ts';
import { createGateway } from '#local-nmi';
import { createFaultRegistry } from '#local-services/faults/registry.ts';
import { openUserPool } from './user-pool-of-tests.ts';

const consoleOrigin = 'http://localhost:5177';
const bookError = { customer_id: 'c-1', what: 'balance', kept: '1', proven: '2' };

const endpoint: ListedWebhook = {
  id: crypto.randomUUID(),
  url: 'http://localhost:3000/hooks',
  secret: 'whsec_AAAA',
  state: 'active',
  waiting: 0,
  deliveredEvent: null,
};

const storeMails: StoreMail[] = [
  {
    to: 'ada@example.com',
    kind: 'receipt',
    medium: 'EMAIL',
    subject: 'Paid',
    text: 'Thanks',
    sentAt: '2100-01-01',
  },
];

const openConsole = async (storeIsDown = false, wrong = false) => {
  const pool = await openUserPool();
  const gateway = await createGateway({
    origin: 'http://localhost:5176',
    securityKey: 'a-security-key',
    tokenizationKey: 'a-tokenization-key',
  });
  onTestFinished(() => gateway.close());
  const endpoints: ListedWebhook[] = [];
  const answer = async <Result>(result: Result): Promise<Result> => {
    if (storeIsDown) throw new Error('The store API is down');
    return result;
  };
  const app = await createConsole({
    port: 5177,
    pool,
    gateway,
    store: {
      seed: () => answer(undefined),
      proveBooks: () => answer(wrong ? [bookError] : []),
      acceptKey: () => answer(undefined),
      listCredits: () => answer({ grants: [], holds: [] }),
      expireCredits: () => answer(undefined),
      async addWebhook(url) {
        endpoints.push(await answer({ ...endpoint, url }));
        return { id: endpoint.id, secret: endpoint.secret };
      },
      listWebhooks: async () => endpoints,
      async removeWebhook() {
        if (endpoints.pop() === undefined) throw new Error('There is no endpoint.');
      },
    },
    mails: { port: 0, list: (to) => storeMails.filter((mail) => mail.to === to), clear: () => undefined },
    merchantKey: 'a-merchant-key',
    faults: createFaultRegistry(),
    isReady: () => false,
  });
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(consoleOrigin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return { pool, send };
};

test('the books of a store that is down are not reported as sound', async () => {
  const { send } = await openConsole(true);
  const reply = await send('GET', '/books');
  expect([reply.status, (await reply.json()).detail]).toEqual([
    503,
    'The books could not be proven: The store API is down',
  ]);
});

test('the console reports only books without errors as sound', async () => {
  expect(await (await (await openConsole()).send('GET', '/books')).json()).toEqual({
    sound: true,
    errors: [],
  });
  expect(await (await (await openConsole(false, true)).send('GET', '/books')).json()).toEqual({
    sound: false,
    errors: [bookError],
  });
});

test('the console can add, list and remove the merchant’s webhook endpoints', async () => {
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

describe('new users in the console', () => {
  const user = { email: 'ada@example.com', password: 'Strong-pass1!', firstName: 'Ada', transactions: 7 };

  test.each([
    [{ password: 'weak' }, 400, 'Password did not conform with policy: Password not long enough'],
    [{ email: 'no email' }, 400, /^email: /],
    [{ transactions: 100_001 }, 400, /^transactions: /],
    [{ role: 'admin' }, 400, /^unknown field `role`$/],
    [{ mfa: { factors: ['SMS_MFA'] } }, 400, /^User does not have a phone_number set/],
  ])('can’t be created with %o', async (wrong, status, detail) => {
    const { pool, send } = await openConsole();
    const reply = await send('POST', '/users', { ...user, ...wrong });
    expect(reply.status).toBe(status);
    const body = await reply.json();
    expect(body.detail).toMatch(detail);
    expect(JSON.stringify(body)).not.toContain(user.password);
    expect(pool.admin.listUsers()).toEqual([]);
  });

  test('can’t be created while the store is down, and the 503 has the reason', async () => {
    const { send } = await openConsole(true);
    const reply = await send('POST', '/users', user);
    expect(reply.status).toBe(503);
    expect((await reply.json()).detail).toContain('The store API is down');
  });
});

describe('a request to the console', () => {
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
  ])('from %s (%s with %o) gets a %i', async (_name, method, headers, status) => {
    const { send } = await openConsole();
    const body = method === 'POST' ? { service: 'store', match: 'GET /', fault: 'hang' } : undefined;
    const reply = await send(method, '/faults', body, headers);
    expect(reply.status).toBe(status);
    expect(reply.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('through a link on another site opens the page', async () => {
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
  ['malformed JSON', 'POST', '/faults', '{', 400],
  ['an empty body', 'POST', '/users', '', 400],
  ['a __proto__ field', 'POST', '/users', '{"__proto__":{"email":"a@example.com"}}', 400],
  ['an unknown route', 'GET', '/no/such', undefined, 404],
])('the console responds to %s without a stack trace', async (_name, method, path, body, status) => {
  const { send } = await openConsole();
  const reply = await send(method, path, body);
  expect(reply.status).toBe(status);
  expect(await reply.json()).toEqual({ detail: expect.not.stringMatching(/\.ts|node:/) });
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { readAddresses } from '../../build/headers/addresses.ts';
import { type AnswerKind, type HeaderParts, securityHeaders } from '../../build/headers/headers.ts';
import { checkSite } from '../../build/inventory/check-site.ts';
import { takeInventory } from '../../build/inventory/inventory.ts';
import { pages } from '../../build/prerender/pages.ts';
import { readInlineHashes } from '../../build/prerender/write-pages.ts';
import { certificateIn } from '../shared/certificate.ts';
import { type RunningNginx, startNginx } from '../shared/nginx.ts';
import { deploymentVariable, stampFor } from './deployment.ts';
import { type CuttingUpstream, startCuttingUpstream } from './upstream.ts';

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const config = {
  apiBaseUrl: 'https://replaced.example',
  cognito: { userPoolId: 'us-east-1_AbCdEf', clientId: 'client' },
  gateway: { scriptUrl: 'https://gateway.example/token/Collect.js', tokenizationKey: 'key' },
};

let folder: string;
let nginx: RunningNginx;
let upstreams: readonly [CuttingUpstream, CuttingUpstream];

interface Question {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `fetch` would send its own Host header, and `URL` would change paths. */
const send = (origin: string, path: string, { method = 'GET', body, headers = {} }: Question) =>
  new Promise<Answer>((resolve, reject) => {
    const request = origin.startsWith('https:') ? requestHttps : requestHttp;
    request(origin, { path, method, headers, family: 4, rejectUnauthorized: false }, async (reply) => {
      resolve({
        status: reply.statusCode ?? 0,
        headers: new Map(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
        body: await text(reply),
      });
    })
      .once('error', reject)
      .end(body);
  });
const ask = (path: string, question: Question = {}) => send(nginx.origin, path, question);
const askPlain = (path: string, headers: Question['headers'] = {}) =>
  send(nginx.plainOrigin, path, { headers });

/** Paths that could be misread as another site or as an extra header. */
const deceptivePaths = [
  '//evil.test',
  '/\\evil.test',
  '/%5cevil.test',
  '/%5C%5Cevil.test',
  '/%2f%2fevil.test',
  '/%2F%5cevil.test',
  '/.//evil.test',
  '/./%5cevil.test',
  '/x/..//evil.test',
  '/%2e%2e/%5cevil.test',
  '/%09/evil.test',
  '/%0d%0aX-Injected:%201',
  '/x%0aX-Injected:%201',
  '/@evil.test',
  '/https:%2f%2fevil.test',
] as const;

const partsOf = (): HeaderParts => ({
  addresses: readAddresses({ ...config, apiBaseUrl: nginx.origin }),
  inline: readInlineHashes(join(folder, 'site')),
  https: true,
});

const expectHeadersOf = (kind: AnswerKind, answer: Answer): void => {
  for (const [name, value] of securityHeaders(kind, partsOf()))
    expect(answer.headers.get(name.toLowerCase()), name).toBe(value);
};

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-hosting-'));
  upstreams = [await startCuttingUpstream(), await startCuttingUpstream()];
  nginx = await startNginx({
    folder: join(folder, 'nginx'),
    // This process trusts the deployment's certificate.
    certificate: certificateIn(process.env[deploymentVariable] ?? ''),
    storePorts: [upstreams[0].port, upstreams[1].port],
    publish: await stampFor(folder, config),
  });
});

test.afterAll(async () => {
  await nginx.stop();
  await Promise.all(upstreams.map((upstream) => upstream.close()));
  await rm(folder, { recursive: true, force: true });
});

test('each page is at its address, with all headers', async () => {
  for (const { path } of pages.filter(({ path }) => path !== '/404')) {
    const answer = await ask(`${path}?code=1`);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    expect(answer.body).toContain(`data-page="${path}"`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expectHeadersOf('page', answer);
  }
});

test('an unknown address is answered 404, with the page for it', async () => {
  for (const path of ['/no/such/page', '/dashboard/nowhere', '/404', '/_headers', '/assets']) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.body).toContain('data-page="/404"');
    expectHeadersOf('page', answer);
  }
  for (const path of [
    '/login.html',
    '/login.html.br',
    '/404.html',
    '/.sources',
    '/assets/gone.js',
    '/gone.txt',
  ]) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.body).not.toContain('data-page');
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
  }
});

test('an address with a trailing slash redirects to the one without, and http to https', async () => {
  for (const [path, location] of [
    ['/login/?redirect=%2Fdashboard', '/login?redirect=%2Fdashboard'],
    ['/login/challenge/', '/login/challenge'],
  ] as const) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  }
  expect((await askPlain('/login?a=b')).headers.get('location')).toBe('https://localhost/login?a=b');
});

test('http redirects to the configured name, whatever host the request names', async () => {
  for (const path of ['/', '/login', ...deceptivePaths])
    for (const host of ['evil.test', 'evil.test:80', 'credits.example.com.evil.test', '127.0.0.1']) {
      const { status, headers } = await askPlain(path, { host });
      // nginx rejects a path above the root.
      const expected = path.startsWith('/%2e%2e') ? [400, undefined] : [301, `https://localhost${path}`];
      expect([status, headers.get('location')]).toEqual(expected);
    }
});

test('assets are sent compressed as they were built, and cached forever', async () => {
  const assets = await readdir(join(folder, 'site', 'assets'));
  const script = assets.find((name) => /^first-.*\.js$/.test(name));
  for (const [accepted, sent] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const answer = await ask(`/assets/${script}`, { headers: { 'accept-encoding': accepted } });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, sent]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expectHeadersOf('asset', answer);
  }
  const page = await ask('/login', { headers: { 'accept-encoding': 'br' } });
  expect(page.headers.get('content-encoding')).toBe('br');
});

test('the configuration is the deployment’s own, and is never cached', async () => {
  const answer = await ask('/config.json');
  expect(JSON.parse(answer.body)).toEqual({ ...config, apiBaseUrl: nginx.origin });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expectHeadersOf('config', answer);
});

test('the server sends what was deployed, in every encoding', async () => {
  const pageHeaders = securityHeaders('page', partsOf());
  const site = join(folder, 'site');
  const served = await readFile(join(folder, 'config.json'), 'utf8');
  // There is no gateway here, so one of the site's files replaces its script.
  const gatewayScript = `${nginx.origin}/favicon.svg`;
  const inventory = await takeInventory(site, served, { pageHeaders, gatewayScript });
  expect((await checkSite(nginx.origin, inventory)).differences).toEqual([]);
});

test('a payment whose reply is lost is retried on the other process only with a key, a question or a call of the merchant’s API always', async () => {
  const payment = '/api/checkout/process-payment-token';
  const sent = await ask(payment, { method: 'POST', body: '{}', headers: { 'x-forwarded-for': '9.9.9.9' } });
  expect(sent.status).toBe(502);
  const heard = () => upstreams.flatMap(({ requests }) => requests);
  expect(heard()).toEqual([`POST ${payment}`]);
  const [took] = upstreams.filter(({ requests }) => requests.length > 0);
  expect(took?.lastHeaders()).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: 'localhost' });

  const headers = { 'idempotency-key': crypto.randomUUID(), 'x-forwarded-for': '9.9.9.9' };
  expect((await ask(payment, { method: 'POST', body: '{}', headers })).status).toBe(502);
  expect(heard()).toEqual([`POST ${payment}`, `POST ${payment}`, `POST ${payment}`]);
  for (const upstream of upstreams)
    expect(upstream.lastHeaders()).toMatchObject({
      'idempotency-key': headers['idempotency-key'],
      'x-forwarded-for': '127.0.0.1',
      host: 'localhost',
    });

  expect((await ask('/api/credits/balance')).status).toBe(502);
  expect(heard().filter((request) => request === 'GET /api/credits/balance')).toHaveLength(2);
  await ask('/v1/holds/1/release', { method: 'POST' });
  expect(heard().filter((request) => request === 'POST /v1/holds/1/release')).toHaveLength(2);
  const event = await ask('/webhooks/gateway', { method: 'POST', body: 'x'.repeat(900_000) });
  expect(event.status).toBe(502);
  expect(heard().filter((request) => request === 'POST /webhooks/gateway')).toHaveLength(1);
});

test('requests that are too large or not for the public never reach the store', async () => {
  const before = upstreams.flatMap(({ requests }) => requests).length;
  const body = 'x'.repeat(70_000);
  expect((await ask('/api/checkout/process-payment-token', { method: 'POST', body })).status).toBe(413);
  for (const path of ['/healthz', '/livez', '/readyz', '/metrics'])
    expect((await ask(path)).status).toBe(404);
  expect(upstreams.flatMap(({ requests }) => requests)).toHaveLength(before);
});

test('an office behind one address is served, more than that is slowed down, and an event or a call of the merchant’s API never is', async () => {
  const statuses = async (path: string, count: number, options: Question = {}) =>
    Promise.all(Array.from({ length: count }, () => ask(path, { method: 'POST', body: '{}', ...options })));
  const keyed = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
  const office = await statuses('/api/credits/balance', 60);
  expect(office.filter(({ status }) => status === 429)).toEqual([]);
  for (const options of [{}, keyed()]) {
    const flood = await statuses('/api/checkout/process-payment-token', 300, options);
    const [refused] = flood.filter(({ status }) => status === 429);
    expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'rate-limited' });
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('strict-transport-security')).toBeDefined();
  }
  for (const path of ['/webhooks/gateway', '/v1/holds/1/release']) {
    const unlimited = await statuses(path, 300);
    expect(unlimited.filter(({ status }) => status !== 502)).toEqual([]);
  }
});

test('no log contains query strings or referrers', async () => {
  const headers = { referer: `${nginx.origin}/login?state=a-secret-state` };
  for (const path of [
    '/login',
    '/api/credits/balance',
    '/no/page',
    '/assets/gone.js',
    '/%00',
    '/login/x.html',
  ])
    await ask(`${path}?code=a-secret-code`, { headers });
  await ask('/api/credits/balance?code=a-secret-code', { method: 'POST', body: 'x'.repeat(70_000), headers });
  await askPlain('/login?code=a-secret-code', headers);
  const log = await nginx.accessLog();
  expect(log).toContain(' GET /login 200 ');
  expect(log).toContain(' GET /api/credits/balance 502 ');
  expect(log + nginx.errorLog()).not.toContain('secret');
});

test('no address, however it is written, redirects to another site', async () => {
  for (const path of deceptivePaths)
    for (const form of [
      path,
      `${path}/`,
      `${path}?a=/`,
      `/login${path}/`,
      `/assets${path}`,
      `/api${path}/`,
    ]) {
      const { status, headers } = await ask(form);
      const location = headers.get('location') ?? '/';
      const leadsTo = new URL(location, nginx.origin);
      expect([form, status, leadsTo.origin, headers.get('x-injected')]).toEqual([
        form,
        status,
        nginx.origin,
        undefined,
      ]);
      expect(location, form).toMatch(/^\/(?![/\\])/);
    }
});

import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Pool } from 'undici';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { listenOnLoopback } from '#tests/unit/store/support/loopback.ts';
import { readAddresses } from '../../build/headers/addresses.ts';
import { type AnswerKind, type HeaderParts, securityHeaders } from '../../build/headers/headers.ts';
import { checkSite } from '../../build/inventory/check-site.ts';
import { takeInventory } from '../../build/inventory/inventory.ts';
import { pages } from '../../build/prerender/pages.ts';
import { readInlineHashes } from '../../build/prerender/write-pages.ts';
import { certificateIn } from '../shared/certificate.ts';
import { makeFolder } from '../shared/folders.ts';
import { clientHeader, type RunningNginx, startNginx } from '../shared/nginx.ts';
import { deploymentVariable, stampFor } from './deployment.ts';

const config = {
  apiBaseUrl: 'https://replaced.example',
  cognito: { userPoolId: 'us-east-1_AbCdEf', clientId: 'client' },
  gateway: { scriptUrl: 'https://gateway.example/token/Collect.js', tokenizationKey: 'key' },
};

const disposables = createDisposableStack();
let folder: string;
let nginx: RunningNginx;
let site: Pool;
let plainSite: Pool;

/** The requests that the store's two processes received, in order. */
const received: { readonly process: number; readonly line: string; readonly headers: IncomingHttpHeaders }[] =
  [];

/** Starts a replacement for a store process. It reads each request and closes the connection without a response. */
const startCuttingProcess = async (process: number): Promise<number> => {
  const { url, close } = await listenOnLoopback(async (request) => {
    for await (const _chunk of request);
    received.push({ process, line: `${request.method} ${request.url}`, headers: request.headers });
    request.socket.destroy();
  });
  disposables.defer(close);
  return Number(new URL(url).port);
};

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request. Doesn't use `fetch` or `URL`, which would replace the Host header and normalize paths. */
const ask = async (path: string, { method = 'GET', ...question }: Question = {}, to = site) => {
  const { statusCode, headers, body } = await to.request({ path, method, ...question });
  return {
    status: statusCode,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: await body.text(),
  };
};
const askPlain = (path: string, headers: Question['headers'] = {}) => ask(path, { headers }, plainSite);

/** Paths that nginx or a browser could misread as another site or as an extra header. */
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

const expectHeadersOf = (kind: AnswerKind, { headers }: Awaited<ReturnType<typeof ask>>): void => {
  for (const [name, value] of securityHeaders(kind, partsOf()))
    expect(headers.get(name.toLowerCase()), name).toBe(value);
};

test.beforeAll(async () => {
  folder = await makeFolder(disposables, 'hosting');
  nginx = await startNginx(disposables, {
    folder: join(folder, 'nginx'),
    // Use the deployment's certificate, because this process trusts it.
    certificate: certificateIn(process.env[deploymentVariable] ?? ''),
    storePorts: [await startCuttingProcess(0), await startCuttingProcess(1)],
    publish: await stampFor(folder, config),
  });
  const connect = { rejectUnauthorized: false, family: 4 };
  [site, plainSite] = [new Pool(nginx.origin, { connect }), new Pool(nginx.plainOrigin, { connect })];
  for (const pool of [site, plainSite]) disposables.defer(() => pool.destroy());
});

test.afterAll(() => disposables.disposeAsync());

test('nginx serves each page at its path with its headers, and unknown paths get the 404 page', async () => {
  const known = pages.map(({ path }) => path).filter((path) => path !== '/404');
  const unknown = ['/no/such/page', '/dashboard/nowhere', '/404', '/_headers', '/assets'];
  for (const path of [...known, ...unknown]) {
    const [status, page] = unknown.includes(path) ? [404, '/404'] : [200, path];
    const answer = await ask(`${path}?code=1`);
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.body).toContain(`data-page="${page}"`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expectHeadersOf('page', answer);
  }
});

test('hidden and missing files return a 404 without the 404 page or long-lived caching', async () => {
  const hidden = ['/login.html', '/login.html.br', '/404.html', '/.sources'];
  for (const path of [...hidden, '/assets/gone.js', '/gone.txt']) {
    const { status, body, headers } = await ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(body).not.toContain('data-page');
    expect(headers.get('cache-control') ?? '').not.toContain('immutable');
  }
});

test('nginx redirects http to https and removes trailing slashes', async () => {
  const redirects = [
    [await ask('/login/?redirect=%2Fdashboard'), '/login?redirect=%2Fdashboard'],
    [await ask('/login/challenge/'), '/login/challenge'],
    [await askPlain('/login?a=b'), 'https://localhost/login?a=b'],
  ] as const;
  for (const [{ status, headers }, location] of redirects)
    expect([status, headers.get('location')]).toEqual([301, location]);
});

test('nginx redirects http to the configured host, whatever the Host header is', async () => {
  for (const path of ['/', '/login', ...deceptivePaths])
    for (const host of ['evil.test', 'evil.test:80', 'credits.example.com.evil.test', '127.0.0.1']) {
      const { status, headers } = await askPlain(path, { host });
      // nginx rejects paths that lead above the root.
      const expected = path.startsWith('/%2e%2e') ? [400, undefined] : [301, `https://localhost${path}`];
      expect([status, headers.get('location')]).toEqual(expected);
    }
});

test('nginx sends assets precompressed and cached forever', async () => {
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

test('nginx sends config.json with the deployment’s settings and never cached', async () => {
  const answer = await ask('/config.json');
  expect(JSON.parse(answer.body)).toEqual({ ...config, apiBaseUrl: nginx.origin });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expectHeadersOf('config', answer);
});

test('nginx sends exactly the files and headers that the site’s inventory lists', async () => {
  const pageHeaders = securityHeaders('page', partsOf());
  const served = await readFile(join(folder, 'config.json'), 'utf8');
  // There is no gateway here, so one of the site's files replaces its script.
  const gatewayScript = `${nginx.origin}/favicon.svg`;
  const inventory = await takeInventory(join(folder, 'site'), served, { pageHeaders, gatewayScript });
  expect((await checkSite(nginx.origin, inventory)).differences).toEqual([]);
});

test('nginx retries reads, merchant calls and payments with an idempotency key on the other process', async () => {
  const payment = '/api/checkout/process-payment-token';
  const forged = { 'x-forwarded-for': '9.9.9.9' };
  const line = `POST ${payment}`;
  const headers = { 'x-forwarded-for': '127.0.0.1', host: 'localhost' };
  expect((await ask(payment, { method: 'POST', body: '{}', headers: forged })).status).toBe(502);
  expect(received).toMatchObject([{ line, headers }]);

  const key = { 'idempotency-key': crypto.randomUUID() };
  const keyed = await ask(payment, { method: 'POST', body: '{}', headers: { ...forged, ...key } });
  expect(keyed.status).toBe(502);
  const tried = received.slice(1).sort((one, other) => one.process - other.process);
  expect(tried).toMatchObject([0, 1].map((process) => ({ process, line, headers: { ...headers, ...key } })));

  for (const [method, path, times] of [
    ['GET', '/api/credits/balance', 2],
    ['POST', '/v1/holds/1/release', 2],
    ['POST', '/webhooks/gateway', 1],
  ] as const) {
    const body = path === '/webhooks/gateway' ? 'x'.repeat(900_000) : '';
    expect((await ask(path, { method, body })).status).toBe(502);
    expect(received.filter((one) => one.line === `${method} ${path}`)).toHaveLength(times);
  }
});

test('oversized requests and internal endpoints never reach the store', async () => {
  const before = received.length;
  const body = 'x'.repeat(70_000);
  expect((await ask('/api/checkout/process-payment-token', { method: 'POST', body })).status).toBe(413);
  for (const path of ['/healthz', '/livez', '/readyz', '/metrics'])
    expect((await ask(path)).status).toBe(404);
  expect(received).toHaveLength(before);
});

test('nginx limits requests per IP address, but not gateway events or merchant calls', async () => {
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

test('nginx counts the addresses of an IPv6 /64 as one client, and other networks as others', async () => {
  const refusedOf = async (addressOf: (place: number) => string) => {
    const asked = Array.from({ length: 300 }, (_, place) =>
      ask('/api/credits/balance', { headers: { [clientHeader]: addressOf(place) } }),
    );
    return (await Promise.all(asked)).filter(({ status }) => status === 429).length;
  };
  expect(await refusedOf((place) => `2001:db8:1:2:${place}::${place}`)).toBeGreaterThan(100);
  expect(await refusedOf((place) => `2001:db8:a:${(2_570 + place).toString(16)}::1`)).toBe(0);
  expect(await refusedOf((place) => `198.51.${place % 256}.7`)).toBe(0);
});

test('a browser with 30 kB of another site’s cookies gets pages, and the store never sees them', async () => {
  const headers = { cookie: `ad=${'x'.repeat(30_000)}` };
  expect((await ask('/login', { headers })).status).toBe(200);
  expect((await ask('/api/credits/balance', { headers })).status).toBe(502);
  expect(received.at(-1)?.headers).not.toHaveProperty('cookie');
});

test('nginx’s logs contain no query strings or referrers', async () => {
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

test('nginx never redirects to another site, however a path is encoded', async () => {
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

import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { readAddresses } from '../../build/headers/addresses.ts';
import { securityHeaders } from '../../build/headers/headers.ts';
import { siteFolder } from '../../build/outputs.ts';
import { readInlineHashes } from '../../build/prerender/write-pages.ts';
import { listenOnLoopback } from '../unit/store/support/loopback.ts';
import { test as base, expect } from './fixtures.ts';
import { networkQuiet, watchNetwork } from './network-quiet.ts';
import { newPerson } from './people.ts';
import { changeConfig, holdRequests } from './requests.ts';
import { testCards } from './screens/checkout.ts';

const frame = v.strictObject({
  file: v.union([v.picklist(['page', 'other']), v.pipe(v.string(), v.regex(/^\/assets\/[\w.-]+\.js$/))]),
  line: v.number(),
  column: v.number(),
});
const common = { version: v.literal('0.1.0'), route: v.picklist(['/', '/login', '/dashboard', '/terms']) };

/** Strict, because a report may contain only what docs/monitoring.md lists. */
const reportSchema = v.variant('type', [
  v.strictObject({
    ...common,
    type: v.literal('error'),
    how: v.picklist(['uncaught', 'rejection', 'crash']),
    name: v.pipe(v.string(), v.regex(/^([A-Z][A-Za-z]*)?(Error|Exception)$/)),
    frames: v.array(frame),
  }),
  v.strictObject({
    ...common,
    type: v.literal('web-vital'),
    name: v.picklist(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
    value: v.number(),
    rating: v.picklist(['good', 'needs-improvement', 'poor']),
    navigation: v.picklist(['navigate', 'reload', 'back-forward', 'back-forward-cache']),
  }),
  v.strictObject({
    ...common,
    type: v.literal('csp-violation'),
    directive: v.string(),
    blocked: v.string(),
    frame: v.nullable(frame),
  }),
]);
type Report = v.InferOutput<typeof reportSchema>;

interface Receiver {
  readonly url: string;
  readonly requests: { readonly head: string; readonly body: string }[];
  reports<Type extends Report['type']>(type: Type): Extract<Report, { type: Type }>[];
}

const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
  receiver: async ({}, use) => {
    const requests: Receiver['requests'] = [];
    const server = await listenOnLoopback(async (request, response) => {
      const head = JSON.stringify([request.method, request.url, request.headers]);
      requests.push({ head, body: await text(request) });
      response.writeHead(204).end();
    });
    await use({
      url: `${server.url}/of-pages`,
      requests,
      reports: (type) =>
        requests
          .map(({ body }) => v.parse(reportSchema, JSON.parse(body)))
          .filter((report) => report.type === type) as never,
    });
    await server.close();
  },
});

const serveSite = async (page: Page, reportUrl: string): Promise<void> => {
  // A page from `fulfill` has no IP address, so it needs this permission to reach local addresses.
  await page.context().grantPermissions(['local-network-access']);
  await changeConfig(page, { reportUrl });
  await page.route(
    (url) => /^\/(login|dashboard|terms)$/.test(url.pathname),
    async (route) => {
      const config = await (await page.request.get('/config.json')).json();
      const addresses = readAddresses({ ...config, reportUrl });
      const inline = readInlineHashes(siteFolder);
      const headers = securityHeaders('page', { addresses, inline, https: false });
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...lowered(headers) } });
    },
  );
};
const lowered = (headers: ReadonlyMap<string, string>) =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

/** Hides the page, because some vitals are final only then. Reports from closing pages are unreliable. */
const hide = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** Throws from an inline script without a URL. */
const throwInPage = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(text);
    });
  }, message);

const canary = 'canary7f3a';

test('a page’s reports match their schema and identify no visitor', async ({
  page,
  receiver,
  console,
  pageErrors,
  screens: { signIn, dashboard, checkout },
}) => {
  const customer = {
    ...newPerson(),
    email: `${canary}.${randomUUID()}@example.com`,
    password: `${canary}-Pass1!`,
    firstName: canary,
  };
  pageErrors.allowRequestsTo(receiver.url);
  pageErrors.allowResponse('store', '/api/checkout/process-payment-token', 402);
  pageErrors.allowMessage('Payment: Your card was declined.');
  pageErrors.allowMessage(`Uncaught TypeError: ${canary}`);
  pageErrors.allowMessage(`Uncaught Error: ${canary}`);
  pageErrors.allowMessage('Content Security Policy');
  await console.createUser(customer);
  watchNetwork(page);
  await serveSite(page, receiver.url);

  await page.goto(`/login?redirect=%2Fdashboard%3Ftx%3D${canary}#${canary}`);
  await signIn.email.fill(customer.email);
  await signIn.password.fill(customer.password);
  await signIn.submit.click();
  await expect(dashboard.balance.getByRole('status')).toHaveText('0 Credits');
  // Routes disable the browser's cache, so the card fields would load each file three times.
  await networkQuiet(page);
  await page.unrouteAll();
  await dashboard.buy('$5.00').click();
  await checkout.fill(customer, testCards.declined);

  await test.step('errors and policy violations are reported, even with card data on the page', async () => {
    await throwInPage(page, `${canary} ${customer.email} eyJhbGciOi 482913 4000000000000002`);
    await page.evaluate((text) => void Promise.reject(new Error(text)), canary);
    await page.evaluate(
      (text) => void fetch(`https://elsewhere.example/${text}?${text}`).catch(() => undefined),
      canary,
    );
    await checkout.pay('$5.00').click();
    await expect(checkout.region.getByText('Your card was declined.')).toBeVisible();
    await expect
      .poll(() =>
        receiver
          .reports('error')
          .map(({ how }) => how)
          .toSorted(),
      )
      .toEqual(['rejection', 'uncaught']);
    await expect
      .poll(() => receiver.reports('csp-violation'))
      .toMatchObject([
        { directive: 'connect-src', blocked: 'https://elsewhere.example', route: '/dashboard' },
      ]);
  });

  await test.step('all web vitals are reported once the page is hidden', async () => {
    await hide(page);
    await expect
      .poll(() => new Set(receiver.reports('web-vital').map(({ name }) => name)))
      .toEqual(new Set(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']));
  });

  const everything = receiver.requests.map(({ head, body }) => `${head}\n${body}`).join('\n');
  for (const secret of [
    canary,
    '482913',
    'eyJhbGciOi',
    testCards.declined,
    'redirect',
    'cookie',
    'referer',
    'Lovelace',
    '5551234567',
    'Cable',
  ])
    expect(everything, secret).not.toContain(secret);
});

test('errors before the reporter loads and page crashes are reported', async ({
  page,
  receiver,
  customer,
  session,
  pageErrors,
}) => {
  pageErrors.allowRequestsTo(receiver.url);
  pageErrors.allowMessage('Uncaught TypeError: again');
  pageErrors.allowMessage(canary);
  await serveSite(page, receiver.url);
  const release = await holdRequests(page, '**/assets/reports-*.js');
  await Promise.all([page.waitForRequest('**/assets/reports-*.js'), page.goto('/login')]);
  await throwInPage(page, 'again');
  expect(receiver.requests).toEqual([]);
  release();
  await expect.poll(() => receiver.reports('error')).toMatchObject([{ how: 'uncaught', route: '/login' }]);

  await page.addInitScript((text) => {
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get: () => {
        throw new RangeError(text);
      },
    });
  }, canary);
  await session.openAs(customer);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText(canary)).toBeHidden();
  await expect
    .poll(() => receiver.reports('error'))
    .toContainEqual(expect.objectContaining({ how: 'crash', name: 'RangeError', route: '/dashboard' }));
  expect(JSON.stringify(receiver.requests)).not.toContain(canary);
});

test('without a report URL, no reporter loads and nothing is sent', async ({ page, pageErrors }) => {
  pageErrors.allowMessage('Uncaught TypeError: of a test');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await Promise.all([page.waitForEvent('pageerror'), throwInPage(page, 'of a test')]);
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.filter((request) => request.startsWith('POST') || request.includes('reports'))).toEqual([]);
});

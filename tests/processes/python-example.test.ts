import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createWebhookSecret, signEvent } from '#server/store/webhooks/signature.ts';
import { providePython } from '#tests/installs.ts';
import { listenOnLoopback } from '#tests/unit/store/support/loopback.ts';
import { callsAbout, createMerchant } from '#tests/unit/store/support/merchant.ts';
import { storeOfFile } from '#tests/unit/store/support/store-under-test.ts';
import { makeDirectory } from '../../packages/local-services/test/serving.ts';

const python = providePython();
const store = await storeOfFile({ ALLOWED_HOSTS: 'localhost,127.0.0.1' });
const merchant = await createMerchant(store);
const folder = await makeDirectory(afterAll);
/** The outcome of each request, in order. `lost`: the store handles it, but the response is lost. `busy`: 429. */
const steps: ('lost' | 'busy')[] = [];
const requests: { readonly call: string; readonly at: number }[] = [];
let customer: string;

const handle = getRequestListener(store.app.fetch);
const server = await listenOnLoopback((request, response) => {
  requests.push({ call: `${request.method} ${request.url}`, at: performance.now() });
  const step = steps.shift();
  if (step === 'lost') response.end = () => response.destroy();
  if (step === 'busy') response.writeHead(429, { 'Retry-After': '1' }).end('{}');
  else handle(request, response);
});
afterAll(() => server.close());

beforeEach(async () => {
  requests.length = 0;
  customer = await store.newCustomer();
  await callsAbout(() => ({ merchant, customer })).grant(100);
});

const start = (args: readonly string[], environment: Record<string, string> = {}) =>
  spawn(python, [resolve('examples/python/coffer.py'), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], COFFER_URL: server.url, COFFER_KEY: merchant.key, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const run = async (args: readonly string[], environment?: Record<string, string>) => {
  const child = start(args, environment);
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { status, errors };
};

const credits = () => merchant.get(`/customers/${customer}`);
const done = { status: 0, errors: '' };

test('the Python example repeats a spend with its stored id, as late as the store asks, and spends once', async () => {
  const down = await run(['spend', customer, '3'], { COFFER_URL: 'http://localhost:1' });
  expect(down).toMatchObject({ status: 1, errors: expect.stringContaining('no-response') });
  steps.push('lost', 'busy');
  expect(await run(['resume'])).toEqual(done);
  expect(await credits()).toMatchObject({ body: { balance: 97 } });
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ call }) => call)).size).toBe(1);
  const [, busy, last] = requests.map(({ at }) => at);
  expect(Number(last) - Number(busy)).toBeGreaterThan(1_000);
});

test('the Python example holds credits, and charges only what the work used', async () => {
  expect(await run(['hold', customer, '20', '13'])).toEqual(done);
  expect(await run(['hold', customer, '20', '0'])).toEqual(done);
  expect(await credits()).toMatchObject({ body: { balance: 87, held: 0, available: 87 } });
});

test('the Python example accepts an event once, only with a recent signature of its secret', async () => {
  const [id, body, secret] = [
    '1000000000000042',
    '{"id":"1000000000000042","type":"Ä"}',
    createWebhookSecret(),
  ];
  const child = start(['receive', '0'], { COFFER_WEBHOOK_SECRET: secret });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => (await lines.next()).value;
  try {
    const url = (await nextLine()).replace('Listening on ', '');
    const send = async (secrets: readonly string[], at = new Date(), sent = body) =>
      (await fetch(url, { method: 'POST', headers: signEvent(id, body, secrets, at), body: sent })).status;
    expect(await send([])).toBe(400);
    expect(await send([createWebhookSecret()])).toBe(400);
    expect(await send([secret], new Date(Date.now() - 301_000))).toBe(400);
    expect(await send([secret], new Date(), `${body} `)).toBe(400);
    expect(await send([createWebhookSecret(), secret])).toBe(204);
    expect(await nextLine()).toBe('Ä 1000000000000042');
    expect(await send([secret])).toBe(204);
    expect(await nextLine()).toBe('Received before 1000000000000042');
  } finally {
    child.kill();
  }
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createWebhookSecret, signEvent } from '#server/store/webhooks/signature.ts';
import { aptInstall, mayUseApt } from '#tests/apt.ts';
import { listenOnLoopback } from '#tests/unit/store/support/loopback.ts';
import { callsAbout, createMerchant } from '#tests/unit/store/support/merchant.ts';
import { storeOfFile } from '#tests/unit/store/support/store-under-test.ts';

/** Finds or installs Python. @throws {Error} if both fail */
const providePython = (): string => {
  const works = () => spawnSync('python3', ['--version']).status === 0;
  if (!works() && mayUseApt())
    spawnSync(`apt-get update && ${aptInstall} python3`, { shell: true, stdio: 'ignore', timeout: 300_000 });
  if (works()) return 'python3';
  throw new Error('Install Python 3.9 or newer as python3 (on Debian: apt-get install python3).');
};

const python = providePython();
const store = await storeOfFile();
const merchant = await createMerchant(store);
const folder = await mkdtemp(join(tmpdir(), 'coffer-python-'));
/** The outcome of each request to the store, in order. Without one, the store handles the request. */
let steps: ('lost' | 'busy')[];
let requests: { readonly call: string; readonly at: number }[];
let customer: string;

const handle = getRequestListener(store.app.fetch);
const server = await listenOnLoopback((request, response) => {
  requests.push({ call: `${request.method} ${request.url}`, at: performance.now() });
  const step = steps.shift();
  if (step === 'busy') response.writeHead(429, { 'Retry-After': '1' }).end('{}');
  // The store handles the request, but its response is lost.
  if (step === 'lost') response.end = () => response.destroy();
  if (step !== 'busy') handle(request, response);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  steps = [];
  requests = [];
  customer = await store.newCustomer();
  await callsAbout(() => ({ merchant, customer })).grant(100);
});

const start = (args: readonly string[], environment: Record<string, string> = {}): ChildProcess =>
  spawn(python, [resolve('examples/python/coffer.py'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      COFFER_URL: server.url.replace('127.0.0.1', 'localhost'),
      COFFER_KEY: merchant.key,
      ...environment,
    },
  });

const run = async (args: readonly string[], environment?: Record<string, string>) => {
  const child = start(args, environment);
  const [errors, [status]] = await Promise.all([text(child.stderr ?? []), once(child, 'exit')]);
  return { status, errors };
};

const credits = async () => (await merchant.get(`/customers/${customer}`)).body;

test('the Python example repeats a lost spend with the same id, as late as the store asks, and spends once', async () => {
  steps = ['lost', 'busy'];
  expect(await run(['spend', customer, '3'])).toEqual({ status: 0, errors: '' });
  expect(await credits()).toMatchObject({ balance: 97 });
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ call }) => call)).size).toBe(1);
  const [, busy, last] = requests.map(({ at }) => at);
  expect(Number(last) - Number(busy)).toBeGreaterThan(1_000);
});

test('the Python example stores a spend before the call, and finishes it after an outage', async () => {
  const down = { COFFER_URL: 'http://localhost:1' };
  expect(await run(['spend', customer, '3'], down)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('no-response'),
  });
  expect(await run(['resume'])).toEqual({ status: 0, errors: '' });
  expect(await run(['resume'])).toEqual({ status: 0, errors: '' });
  expect(await credits()).toMatchObject({ balance: 97 });
});

test('the Python example holds credits, and charges only what the work used', async () => {
  expect(await run(['hold', customer, '20', '13'])).toEqual({ status: 0, errors: '' });
  expect(await run(['hold', customer, '20', '0'])).toEqual({ status: 0, errors: '' });
  expect(await credits()).toMatchObject({ balance: 87, held: 0, available: 87 });
});

test('the Python example accepts an event once, only with a recent signature of its secret', async () => {
  const secret = createWebhookSecret();
  const child = start(['receive', '0'], { COFFER_WEBHOOK_SECRET: secret });
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => (await lines.next()).value;
  try {
    const url = (await nextLine()).replace('Listening on ', '');
    const body = JSON.stringify({ id: '1000000000000042', type: 'balance.low', data: { reason: 'Ä' } });
    const send = async (secrets: readonly string[], at = new Date(), sent = body) => {
      const headers = signEvent('1000000000000042', body, secrets, at);
      return (await fetch(url, { method: 'POST', headers, body: sent })).status;
    };
    const old = new Date(Date.now() - 301_000);
    expect(await send([createWebhookSecret()])).toBe(400);
    expect(await send([])).toBe(400);
    expect(await send([secret], old)).toBe(400);
    expect(await send([secret], new Date(), `${body} `)).toBe(400);
    expect(await send([createWebhookSecret(), secret])).toBe(204);
    expect(await nextLine()).toBe('balance.low 1000000000000042');
    expect(await send([secret])).toBe(204);
    expect(await nextLine()).toBe('Received before 1000000000000042');
  } finally {
    child.kill();
  }
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { createMerchant } from '#tests/unit/store/support/merchant.ts';
import { startStoreUnderTest } from '#tests/unit/store/support/store-under-test.ts';
import { findFreePort, makeDirectory, serve } from '../../packages/local-services/test/serving.ts';

const main = fileURLToPath(new URL('../../examples/metered-api/main.ts', import.meta.url));

/** Starts the example, and waits until it listens. */
const start = async (env: Record<string, string>): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => kill(child));
  for await (const line of createInterface(child.stdout)) if (line.includes('/usage/')) return child;
  throw new Error('The example ended early.');
};

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** Serves the console's routes for merchants. Its only webhook is the last one that was added. */
const serveConsole = async (key: string) => {
  const webhooks: { url: string; secret: string }[] = [];
  const console = new Hono()
    .get('/merchant-key', (c) => c.json({ key }))
    .get('/merchant-webhooks', (c) => c.json(webhooks))
    .post('/merchant-webhooks', async (c) => {
      const { url } = await c.req.json();
      const webhook = { url, secret: `whsec_${Buffer.alloc(24, webhooks.length).toString('base64')}` };
      webhooks.push(webhook);
      return c.json(webhook, 201);
    });
  return { ...(await serve(getRequestListener(console.fetch))), webhooks };
};

it('the metered API, killed before it responds, charges each repeated request once', {
  timeout: 120_000,
}, async () => {
  const [store, directory, port] = await Promise.all([
    startStoreUnderTest(),
    makeDirectory(),
    findFreePort(),
  ]);
  onTestFinished(() => store.close());
  const customer = await store.newCustomer();
  const merchant = await createMerchant(store);
  const grant = { customer_id: customer, credits: 50, reason: 'welcome' };
  await merchant.put(`/grants/${crypto.randomUUID()}`, grant);
  const readCustomer = async () => (await merchant.get(`/customers/${customer}`)).body;

  // The store's next response to a spend kills the example instead.
  let killed: ChildProcess | undefined;
  const { origin } = await serve(
    getRequestListener(async (request) => {
      const response = await store.app.fetch(request);
      if (killed !== undefined && new URL(request.url).pathname.startsWith('/v1/spends/')) await kill(killed);
      return response;
    }),
  );
  const { origin: consoleOrigin, webhooks } = await serveConsole(merchant.key);
  const environment = {
    COFFER_URL: origin.replace('127.0.0.1', 'localhost'),
    CONSOLE_URL: consoleOrigin,
    EXAMPLE_PORT: String(port),
    DATA_DIR: directory,
  };
  const post = (path: string) =>
    fetch(`http://localhost:${port}${path}`, {
      method: 'POST',
      headers: { 'X-Customer': customer, 'Idempotency-Key': 'a' },
    });

  killed = await start(environment);
  await expect(post('/picture')).rejects.toThrow('fetch failed');
  expect(await readCustomer()).toMatchObject({ balance: 45 });
  killed = undefined;
  const second = await start(environment);
  expect((await post('/picture')).status).toBe(200);
  expect((await post('/picture')).status).toBe(200);
  expect(await readCustomer()).toMatchObject({ balance: 45 });

  await (await post('/story')).body?.getReader().read();
  await kill(second);
  expect(await readCustomer()).toMatchObject({ balance: 45, held: 4 });
  await start(environment);
  const reader = (await post('/story')).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(readCustomer).toMatchObject({ balance: 44, held: 0 });
  expect((await post('/story')).status).toBe(409);
  expect(webhooks).toHaveLength(1);
});

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { createMerchant } from '#tests/unit/store/support/merchant.ts';
import { endProcess, launchStore } from '#tests/unit/store/support/store-process.ts';
import { startStoreUnderTest } from '#tests/unit/store/support/store-under-test.ts';
import { findFreePort, makeDirectory, serve } from '../../packages/local-services/test/serving.ts';

const main = fileURLToPath(new URL('../../examples/metered-api/main.ts', import.meta.url));

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

  const webhooks: object[] = [];
  const console = new Hono()
    .get('/merchant-key', (c) => c.json({ key: merchant.key }))
    .get('/merchant-webhooks', (c) => c.json(webhooks))
    .post('/merchant-webhooks', async (c) => {
      webhooks.push({ ...(await c.req.json()), secret: `whsec_${'A'.repeat(32)}` });
      return c.json(webhooks[0], 201);
    });
  /** The process that the store's next response to a spend kills. */
  let doomed: ChildProcess | undefined;
  const respond = async (request: Request) => {
    const response = await store.app.fetch(request);
    if (doomed !== undefined && request.url.includes('/v1/spends/')) await endProcess(doomed, 'SIGKILL');
    return response;
  };
  const environment = {
    COFFER_URL: (await serve(getRequestListener(respond))).origin.replace('127.0.0.1', 'localhost'),
    CONSOLE_URL: (await serve(getRequestListener(console.fetch))).origin,
    EXAMPLE_PORT: String(port),
    DATA_DIR: directory,
  };
  const start = async () => {
    const { child, output } = launchStore(main, environment, ['--import', 'tsx']);
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(output, 'readable');
    return child;
  };
  const headers = { 'X-Customer': customer, 'Idempotency-Key': 'a' };
  const post = (path: string) => fetch(`http://localhost:${port}${path}`, { method: 'POST', headers });

  doomed = await start();
  await expect(post('/picture')).rejects.toThrow('fetch failed');
  expect(await readCustomer()).toMatchObject({ balance: 45 });
  doomed = undefined;
  const second = await start();
  for (const _ of ['first', 'repeated']) expect((await post('/picture')).status).toBe(200);
  expect(await readCustomer()).toMatchObject({ balance: 45 });

  await (await post('/story')).body?.getReader().read();
  await endProcess(second, 'SIGKILL');
  expect(await readCustomer()).toMatchObject({ balance: 45, held: 4 });
  await start();
  const reader = (await post('/story')).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(readCustomer).toMatchObject({ balance: 44, held: 0 });
  expect((await post('/story')).status).toBe(409);
  expect(webhooks).toHaveLength(1);
});

import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDisposableStack } from '#server/sandbox/disposable-stack.ts';
import { withFaults } from '#server/sandbox/faults/middleware.ts';
import { createFaultRegistry } from '#server/sandbox/faults/registry.ts';
import { createGateway } from '#server/sandbox/gateway/index.ts';
import { createProxy } from '#server/sandbox/http/proxy.ts';
import { type StoreSupervisor, superviseStore } from '#server/sandbox/store-supervisor.ts';
import { makeStoreData } from '#tests/migrated-database.ts';
import { createDatabaseOnServer } from '#tests/postgres-database.ts';
import { embeddedExecArgv } from '#tests/store-program.ts';
import { makeDirectory, serve } from '#tests/unit/sandbox/serving.ts';
import { billingAddress } from '#tests/unit/store/support/payment-requests.ts';
import { clientId, startUserPool } from '#tests/unit/store/support/user-pool.ts';

const tokenizationKey = 'a-tokenization-key';
const securityKey = 'a-security-key';
const customer = { id: 'c-1', email: 'a@example.com', firstName: null, lastName: null, phone: null };

/** As long as a busy machine may take to start a store. */
const startLimitMs = 60_000;

const disposables = createDisposableStack();
const lasting = (undo: () => Promise<void>) => disposables.defer(undo);
let services: Awaited<ReturnType<typeof start>>;

/** The store's own process in front of the gateway, as the sandbox ties them together. */
const start = async () => {
  const dataDir = await makeDirectory(lasting);
  const database = await createDatabaseOnServer();
  if (database !== undefined) lasting(() => database.drop());
  else await makeStoreData(dataDir);
  const pool = await startUserPool();
  pool.attributes.set(customer.id, {});
  lasting(() => pool.close());
  const gateway = await createGateway({
    dataDir: join(dataDir, 'gateway'),
    origin: 'http://localhost',
    securityKey,
    tokenizationKey,
  });
  lasting(() => gateway.close());

  const faults = createFaultRegistry();
  const powers = { crashStore: async () => store.crash() };
  const gatewayServer = await serve(
    withFaults('gateway', faults, getRequestListener(gateway.app.fetch), powers),
    lasting,
  );
  const store: StoreSupervisor = superviseStore({
    logFile: join(dataDir, 'store.log'),
    onRestartLimit: () => {},
    execArgv: embeddedExecArgv,
    environment: {
      ...process.env,
      ...(database !== undefined && { DATABASE_URL: database.url }),
      DATA_DIR: dataDir,
      COGNITO_ISSUER: pool.issuer,
      COGNITO_CLIENT_ID: clientId,
      GATEWAY_URL: gatewayServer.origin,
      GATEWAY_SECURITY_KEY: securityKey,
      ALLOWED_ORIGINS: 'http://localhost:5173',
    },
  });
  lasting(() => store.stop());
  const storeServer = await serve(createProxy(store.port), lasting);
  await store.started();
  await store.seed(customer, 0);

  const authorization = `Bearer ${await pool.accessToken(customer.id)}`;
  return {
    gateway,
    faults,
    async newToken(): Promise<string> {
      const reply = await gateway.app.request('http://localhost/token/api/tokens', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost' },
        body: JSON.stringify({ tokenizationKey, ccnumber: '4111111111111111', ccexp: '12/40', cvv: '123' }),
      });
      return (await reply.json()).token;
    },
    call: (path: string, init: RequestInit = {}) =>
      fetch(`${storeServer.origin}${path}`, { ...init, headers: { ...init.headers, authorization } }),
  };
};
beforeAll(async () => {
  services = await start();
}, startLimitMs);
afterAll(() => disposables.disposeAsync());

test.each([
  ['after the card was charged', 'after'],
  ['before the card was charged', 'before'],
] as const)(
  'a store that dies %s: its successor credits what was charged, once',
  async (_, when) => {
    const { gateway, faults, newToken, call } = services;
    faults.add({
      service: 'gateway',
      match: 'POST /api/transact.php',
      fault: 'crash',
      when,
      times: 1,
      delayMs: 0,
      headers: {},
    });
    const key = crypto.randomUUID();
    const sales = () => gateway.sales().filter(({ orderId }) => orderId === key);
    const balance = async () => (await (await call('/api/credits/balance')).json()).balance;
    const before = await balance();
    const body = JSON.stringify({
      product_id: 'plus-1200',
      payment_token: await newToken(),
      billing_address: billingAddress,
    });
    const pay = () =>
      call('/api/checkout/process-payment-token', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body,
      });

    const cut = await pay();
    expect(cut.status).toBe(502);
    expect(sales()).toHaveLength(when === 'after' ? 1 : 0);

    const stateOf = async () => {
      const reply = await call(`/api/checkout/attempts/${key}`);
      return reply.ok ? (await reply.json()).state : undefined;
    };
    const expected = when === 'after' ? 'completed' : 'pending';
    await vi.waitUntil(async () => (await stateOf()) === expected, { timeout: startLimitMs, interval: 100 });

    // A repetition finds what the dead process had begun, and sends nothing anew.
    expect((await pay()).status).toBe(when === 'after' ? 200 : 409);
    expect(sales()).toHaveLength(when === 'after' ? 1 : 0);
    expect(await balance()).toBe(before + (when === 'after' ? 1300 : 0));
  },
  2 * startLimitMs,
);

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historySchema } from '#contract/transactions.ts';
import type { StoreProgram } from '#tests/kills/store-processes.ts';
import { makeStoreData } from '#tests/migrated-database.ts';
import { createDatabaseOnServer, type PostgresDatabase } from '#tests/postgres-database.ts';
import { embeddedExecArgv, storeProgram } from '#tests/store-program.ts';
import { startCardGateway, type TestCardGateway } from '#tests/unit/store/support/card-gateway.ts';
import { startCollector } from '#tests/unit/store/support/collector.ts';
import { paymentRequest } from '#tests/unit/store/support/payment-requests.ts';
import { endProcess, exitCode, launchStore, originOf } from '#tests/unit/store/support/store-process.ts';
import { clientId, startUserPool, type TestUserPool } from '#tests/unit/store/support/user-pool.ts';

const deployable = storeProgram('main');
const sandboxed: StoreProgram = {
  script: fileURLToPath(new URL('../../server/sandbox/store-process.ts', import.meta.url)),
  execArgv: ['--import', 'tsx', ...embeddedExecArgv],
};
const startTimeout = 60_000;

let directory: string;
let database: PostgresDatabase | undefined;
let gateway: TestCardGateway;
let pool: TestUserPool;

/** A store that can be asked. */
interface RunningStore {
  readonly child: ChildProcess;
  readonly origin: string;
}

/** The deployable store, for all tests that do not ask for a new one. */
let running: Promise<RunningStore> | undefined;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'coffer-process-'));
  [database, gateway, pool] = await Promise.all([
    createDatabaseOnServer(),
    startCardGateway(),
    startUserPool(),
  ]);
  if (database === undefined) await makeStoreData(directory);
});

afterAll(async () => {
  await Promise.all([...children].map((child) => endProcess(child, 'SIGKILL')));
  await Promise.all([database?.drop(), gateway.close(), pool.close(), rm(directory, { recursive: true })]);
});

/** Where a store keeps its data that does not have to be an embedded one. */
const anyDatabase = (): Record<string, string> =>
  database === undefined ? { DATA_DIR: directory } : { DATABASE_URL: database.url };

const launch = (
  { script, execArgv }: StoreProgram,
  changes: Record<string, string> = {},
  place = anyDatabase(),
) => {
  const environment = {
    PORT: '0',
    ...place,
    COGNITO_ISSUER: pool.issuer,
    COGNITO_CLIENT_ID: clientId,
    GATEWAY_URL: gateway.url,
    GATEWAY_SECURITY_KEY: 'test-security-key',
    ALLOWED_ORIGINS: 'http://localhost:5173',
    RECOVERY_INTERVAL_MS: '100',
    DRAIN_MS: '0',
    ...changes,
  };
  const launched = launchStore(script, environment, execArgv);
  children.add(launched.child);
  launched.child.once('exit', () => children.delete(launched.child));
  return launched;
};

/** The deployable store, started unless it runs: a start takes seconds. */
const theStore = (): Promise<RunningStore> => {
  running ??= startStore();
  return running;
};

const startStore = async (place = anyDatabase()): Promise<RunningStore> => {
  const launched = launch(deployable, {}, place);
  return { child: launched.child, origin: await originOf(launched) };
};

/** Ends the store, if one runs: its directory is then free. */
const endStore = async (signal: NodeJS.Signals): Promise<unknown> => {
  const store = await running;
  running = undefined;
  return store && endProcess(store.child, signal);
};

const call = async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> => {
  const { origin } = await theStore();
  const reply = await fetch(`${origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${await pool.accessToken('ada')}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return reply.json();
};

const registerAda = async (): Promise<void> => {
  pool.attributes.set('ada', { email: 'ada@example.com' });
  await call('/api/auth/profile');
};

const balance = async (): Promise<number> =>
  v.parse(v.object({ balance: v.number() }), await call('/api/credits/balance')).balance;

const buy = (key: string, request = paymentRequest()) =>
  call('/api/checkout/process-payment-token', request, { 'Idempotency-Key': key });

describe('the store as a process', () => {
  it('has after kill -9 all that it had answered', { timeout: startTimeout }, async () => {
    await registerAda();
    const before = await balance();
    const bought = await buy(crypto.randomUUID());
    await endStore('SIGKILL');

    expect(bought).toMatchObject({ credits_added: 1300 });
    expect(await balance()).toBe(before + 1300);
    expect(await call('/api/auth/profile')).toMatchObject({ email: 'ada@example.com' });
  });

  it('credits after its restart what was charged while it died', { timeout: startTimeout }, async () => {
    await registerAda();
    const before = await balance();
    const held = gateway.hold();
    const key = crypto.randomUUID();
    const request = paymentRequest();
    const lost = buy(key, request);
    await held.arrived;
    await Promise.all([endStore('SIGKILL'), expect(lost).rejects.toThrow()]);
    held.release();

    await expect.poll(() => buy(key, request), { timeout: 20_000 }).toMatchObject({ credits_added: 1300 });
    expect(await balance()).toBe(before + 1300);
    expect(gateway.charges.filter(({ orderId }) => orderId === key)).toHaveLength(1);
    const { transactions } = v.parse(historySchema, await call('/api/transactions/history'));
    expect(transactions[0]).toMatchObject({ status: 'completed', ionic_order_id: key });
  });

  it('refuses a directory that another one has, in one line', { timeout: startTimeout }, async () => {
    const place = { DATA_DIR: join(directory, 'taken') };
    await makeStoreData(place.DATA_DIR, 'empty');
    const first = await startStore(place);
    const { child, errorOutput } = launch(deployable, {}, place);
    expect(await exitCode(child)).toBe(1);
    expect(await errorOutput).toBe(
      `The store API cannot start: ${join(place.DATA_DIR, 'store')} is in use by process ${first.child.pid}.\n`,
    );
  });

  it('ends cleanly on SIGTERM', { timeout: startTimeout }, async () => {
    await theStore();
    expect(await endStore('SIGTERM')).toBe(0);
  });

  it('is not ready while it drains but answers, and ends at once at a second signal', {
    timeout: startTimeout,
  }, async () => {
    await endStore('SIGTERM');
    const launched = launch(deployable, { DRAIN_MS: '600000' });
    const origin = await originOf(launched);
    launched.child.kill('SIGTERM');
    await expect
      .poll(async () => (await fetch(`${origin}/readyz`)).json())
      .toMatchObject({ reason: 'closing' });
    expect(await (await fetch(`${origin}/livez`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${origin}/api/products`)).status).toBe(401);
    expect(await endProcess(launched.child, 'SIGTERM')).toBe(1);
  });

  it('sends its last spans before it ends', { timeout: startTimeout }, async () => {
    await endStore('SIGTERM');
    const collector = await startCollector();
    const traces = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    };
    const launched = launch(deployable, traces);
    const origin = await originOf(launched);
    await fetch(`${origin}/api/products`);
    expect(collector.spans()).toEqual([]);
    expect(await endProcess(launched.child, 'SIGTERM')).toBe(0);
    expect(collector.spans()).toMatchObject([
      { name: 'GET /api/products', attributes: { 'http.response.status_code': 401 } },
    ]);
    await collector.close();
  });
});

describe('a store that cannot start', () => {
  beforeAll(() => endStore('SIGKILL'));

  it.each([
    ['a port that is taken', () => ({ PORT: new URL(gateway.url).port }), /port \d+ is taken/],
    ['a wrong variable', () => ({ GATEWAY_URL: 'x' }), /GATEWAY_URL is not a URL/],
    [
      'a wrong variable of OpenTelemetry',
      () => ({ OTEL_TRACES_SAMPLER: 'x' }),
      /OTEL_TRACES_SAMPLER is not one of/,
    ],
    ['a products file that is absent', () => ({ PRODUCTS_FILE: '/none.json' }), /\/none\.json/],
    ['a database that is away', () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }), /ECONNREFUSED/],
  ])('refuses %s in one line', { timeout: startTimeout }, async (_, changes, line) => {
    const { child, errorOutput } = launch(deployable, changes());
    expect(await exitCode(child)).toBe(1);
    expect(await errorOutput).toMatch(/^The store API cannot start: [^\n]+\n$/);
    expect(await errorOutput).toMatch(line);
  });
});

describe('the store as a child of the sandbox', () => {
  const message = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];
  const ready = v.object({ type: v.literal('ready'), port: v.number() });
  beforeAll(() => endStore('SIGKILL'));

  it('says where it answers, takes seeds, proves its books, leaves Ctrl-C to its parent, and ends with it', {
    timeout: startTimeout,
  }, async () => {
    const { child } = launch(sandboxed);
    const { port } = v.parse(ready, await message(child));

    const customer = {
      id: 'grace',
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: null,
      phone: null,
    };
    child.send({ type: 'seed', requestId: 'nonsense', customer: {}, transactions: -1 });
    child.send({ type: 'seed', requestId: 'one', customer, transactions: 57 });
    expect(await message(child)).toEqual({ type: 'seeded', requestId: 'one' });
    child.send({ type: 'prove-books', requestId: 'two' });
    expect(await message(child)).toEqual({ type: 'books-proven', requestId: 'two', bookErrors: [] });
    child.kill('SIGINT');
    const reply = await fetch(`http://127.0.0.1:${port}/api/transactions/history`, {
      headers: { Authorization: `Bearer ${await pool.accessToken('grace')}` },
    });
    expect(await reply.json()).toMatchObject({ pagination: { total_items: 57, total_pages: 6 } });

    const exited = exitCode(child);
    child.disconnect();
    expect(await exited).toBe(0);
  });

  it('ends cleanly on SIGTERM', { timeout: startTimeout }, async () => {
    const { child } = launch(sandboxed);
    await message(child);
    expect(await endProcess(child, 'SIGTERM')).toBe(0);
  });
});

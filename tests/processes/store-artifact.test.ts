import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, inject, test } from 'vitest';
import { makeStoreData } from '#tests/migrated-database.ts';
import { createDatabaseOnServer } from '#tests/postgres-database.ts';
import { embeddedExecArgv } from '#tests/store-program.ts';
import { startCollector } from '#tests/unit/store/support/collector.ts';
import { startOddGateway } from '#tests/unit/store/support/odd-gateway.ts';
import { paymentRequest } from '#tests/unit/store/support/payment-requests.ts';
import { endProcess, exitCode, launchStore, originsOf } from '#tests/unit/store/support/store-process.ts';
import { servicesOf, startUserPool } from '#tests/unit/store/support/user-pool.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makeDirectory } from '../../packages/local-services/test/serving.ts';

/** Timeout in ms, long enough for a busy machine to start the store three times. */
const startTimeout = 120_000;

const [database, gateway, pool, collector] = await Promise.all([
  createDatabaseOnServer(),
  startOddGateway(),
  startUserPool(),
  startCollector(),
]);
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) if (child.exitCode === null) await endProcess(child, 'SIGKILL');
  await Promise.all([database?.drop(), gateway.close(), pool.close(), collector.close()]);
});

const copyArtefact = async (): Promise<string> => {
  const folder = await makeDirectory();
  await cp(inject('storePrograms'), folder, { recursive: true });
  return folder;
};

const launch = (folder: string, place: Record<string, string>, ...args: string[]) => {
  const environment = { PORT: '0', DRAIN_MS: '600000', ...servicesOf(pool, gateway), ...place };
  const launched = launchStore(join(folder, 'main.js'), environment, embeddedExecArgv, args);
  children.push(launched.child);
  return launched;
};

test('the built store names the missing embedded database package in one line', async () => {
  const { child, errorOutput } = launch(await copyArtefact(), { DATA_DIR: await makeDirectory() });
  expect(await exitCode(child)).toBe(1);
  expect(await errorOutput).toMatch(
    /^The store API cannot start: [^\n]*@electric-sql\/pglite[^\n]*DATABASE_URL[^\n]*\n$/,
  );
});

/** Returns the variables for a PostgreSQL server, or for an embedded database, whose package it links in `folder`. */
const placeOfData = async (folder: string): Promise<Record<string, string>> => {
  if (database !== undefined) return { DATABASE_URL: database.url };
  const name = join('node_modules', '@electric-sql', 'pglite');
  await mkdir(join(folder, dirname(name)), { recursive: true });
  await symlink(resolve(name), join(folder, name));
  // Use another folder for data, because the programs' folder must stay unchanged.
  const dataDirectory = await makeDirectory();
  await makeStoreData(dataDirectory, 'empty');
  return { DATA_DIR: dataDirectory };
};

test('the built store runs without the repository and writes nothing to its own folder', {
  timeout: startTimeout,
}, async () => {
  const folder = await copyArtefact();
  const place = await placeOfData(folder);
  const before = await readdir(folder, { recursive: true });
  const unmigrated = launch(folder, { ...place, AUTO_MIGRATE: 'false' });
  expect(await exitCode(unmigrated.child)).toBe(1);
  expect(await unmigrated.errorOutput).toMatch(/^The store API cannot start: [^\n]*not up to date[^\n]*\n$/);
  const migration = launch(folder, place, 'migrate');
  const applied = text(migration.output);
  expect(await exitCode(migration.child)).toBe(0);
  expect(await applied).toMatch(/^applied 0001-store.sql$/m);

  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  const store = launch(folder, { ...place, ...traces, AUTO_MIGRATE: 'false', METRICS_PORT: '0' });
  const { origin, metrics } = await originsOf(store);
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${await pool.accessToken('ada')}`, ...init.headers };
    return (await fetch(`${origin}${path}`, { ...init, headers })).json();
  };
  const newPayment = () => {
    const body = JSON.stringify(paymentRequest());
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    return () => call('/api/checkout/process-payment-token', { method: 'POST', body, headers });
  };

  expect(await call('/api/products/')).toHaveLength(3);
  pool.attributes.set('ada', { email: 'ada@example.com' });
  expect(await call('/api/auth/profile')).toMatchObject({ email: 'ada@example.com' });
  expect(await newPayment()()).toMatchObject({ credits_added: 1300 });
  // Cut the connection, so that the store looks for the outcome in the gateway's XML records.
  gateway.behavior = 'charge, then cut the connection';
  await expect.poll(newPayment()).toMatchObject({ credits_added: 1300 });
  const scraped = await (await fetch(`${metrics}/metrics`)).text();
  expect(scraped).toContain(`coffer_build_info{version="${manifest.version}"} 1`);
  expect(scraped).toContain('coffer_purchases_total{outcome="approved"} 1');
  await expect.poll(() => collector.everything()).toContain('POST /api/checkout/process-payment-token');
  expect(await call('/openapi.json')).toMatchObject({ components: { schemas: { PaymentRequest: {} } } });

  store.child.kill('SIGTERM');
  await expect.poll(() => call('/readyz')).toMatchObject({ reason: 'closing' });
  expect(await call('/api/products/')).toHaveLength(3);
  // Send a second signal, which stops the store without waiting for the load balancer.
  expect(await endProcess(store.child, 'SIGTERM')).toBe(1);
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

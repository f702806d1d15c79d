import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCoffer } from '#coffer-client';
import { deriveMerchantKey } from '#local/merchant-key.ts';
import { defer } from '#local-services/deferred.ts';
import { lockDirectory } from '#server/store/database/directory-lock.ts';
import type { StoreProgram } from '#tests/kills/store-processes.ts';
import { makeStoreData } from '#tests/migrated-database.ts';
import { createDatabaseOnServer } from '#tests/postgres-database.ts';
import { embeddedExecArgv, storeProgram } from '#tests/store-program.ts';
import { startCollector } from '#tests/unit/store/support/collector.ts';
import { listenOnLoopback } from '#tests/unit/store/support/loopback.ts';
import { startOddGateway } from '#tests/unit/store/support/odd-gateway.ts';
import { endProcess, exitCode, launchStore, originOf } from '#tests/unit/store/support/store-process.ts';
import { servicesOf, startUserPool } from '#tests/unit/store/support/user-pool.ts';
import { makeDirectory } from '../../packages/local-services/test/serving.ts';

const deployable = storeProgram('main');
const supervised: StoreProgram = {
  script: fileURLToPath(new URL('../../local/store-process.ts', import.meta.url)),
  execArgv: ['--import', 'tsx', ...embeddedExecArgv],
};
const startTimeout = 60_000;

const directory = await makeDirectory(afterAll);
const taken = join(directory, 'taken');
const [database, gateway, pool, lock] = await Promise.all([
  createDatabaseOnServer(),
  startOddGateway(),
  startUserPool(),
  lockDirectory(join(taken, 'store')),
]);
if (database === undefined) await makeStoreData(directory);
const children = new Set<ChildProcess>();

afterAll(async () => {
  await Promise.all([...children].map((child) => endProcess(child, 'SIGKILL')));
  await Promise.all([database?.drop(), gateway.close(), pool.close(), lock.release()]);
});

const anyDatabase = (): Record<string, string> =>
  database === undefined ? { DATA_DIR: directory } : { DATABASE_URL: database.url };

const launch = (
  { script, execArgv }: StoreProgram,
  changes: Record<string, string> = {},
  place = anyDatabase(),
) => {
  const environment = { PORT: '0', ...place, ...servicesOf(pool, gateway), DRAIN_MS: '0', ...changes };
  const launched = launchStore(script, environment, execArgv);
  children.add(launched.child);
  launched.child.once('exit', () => children.delete(launched.child));
  return launched;
};

it('the store sends its last spans before it exits', { timeout: startTimeout }, async () => {
  const collector = await startCollector();
  const service = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  const traces = { ...service, OTEL_BSP_SCHEDULE_DELAY: '600000' };
  const launched = launch(deployable, traces);
  const origin = await originOf(launched);
  await fetch(`${origin}/api/products`);
  expect(collector.spans()).toEqual([]);
  expect(await endProcess(launched.child, 'SIGTERM')).toBe(0);
  expect(collector.spans()).toContainEqual(
    expect.objectContaining({
      name: 'GET /api/products',
      attributes: expect.objectContaining({ 'http.response.status_code': 401 }),
    }),
  );
  await collector.close();
});

describe('a store that can’t start', () => {
  it.each<[string, () => Record<string, string>, RegExp]>([
    ['a taken port', () => ({ PORT: new URL(gateway.url).port }), /PORT must be a free port/],
    ['a missing products file', () => ({ PRODUCTS_FILE: '/none.json' }), /PRODUCTS_FILE: .*none.json/],
    ['a mistyped directory', () => ({ SEND_LOCKS_DIRECTORY: '/none/a' }), /SEND_LOCKS_DIRECTORY must be a d/],
    [
      'a file as directory',
      () => ({ DATA_DIR: deployable.script, DATABASE_URL: '' }),
      /DATA_DIR must be a d/,
    ],
    ['an unreachable database', () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }), /DATABASE_URL: .*REFU/],
  ])('names the variable of %s in one line', { timeout: startTimeout }, async (_, changes, line) => {
    const { child, errorOutput, output } = launch(deployable, { ALOWED_HOSTS: 'x', ...changes() });
    const log = text(output);
    expect(await exitCode(child)).toBe(1);
    expect(await errorOutput).toMatch(/^The store API cannot start: [^\n]+\n$/);
    expect(await errorOutput).toMatch(line);
    expect(await log).toContain('ALOWED_HOSTS is unknown. Is it ALLOWED_HOSTS?');
  });

  it('reports which process uses its directory', { timeout: startTimeout }, async () => {
    const { child, errorOutput } = launch(deployable, {}, { DATA_DIR: taken });
    expect(await exitCode(child)).toBe(1);
    expect(await errorOutput).toBe(
      `The store API cannot start: ${join(taken, 'store')} is in use by process ${process.pid}.\n`,
    );
  });
});

const message = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];
const ready = v.object({ type: v.literal('ready'), port: v.number() });

it('the local services’ store process serves its parent, ignores Ctrl-C and exits with its parent', {
  timeout: startTimeout,
}, async () => {
  const { child } = launch(supervised);
  const { port } = v.parse(ready, await message(child));

  const names = { firstName: 'Grace', lastName: null };
  const customer = { id: 'grace', email: 'grace@example.com', ...names, phone: null };
  child.send({ type: 'seed', requestId: 'nonsense', customer: {}, transactions: -1 });
  child.send({ type: 'seed', requestId: 'one', customer, transactions: 57 });
  expect(await message(child)).toEqual({ type: 'done', requestId: 'one' });
  child.send({ type: 'prove-books', requestId: 'two' });
  expect(await message(child)).toEqual({ type: 'done', requestId: 'two', bookErrors: [] });
  const key = deriveMerchantKey('a secret');
  child.send({ type: 'accept-key', requestId: 'three', key });
  expect(await message(child)).toEqual({ type: 'done', requestId: 'three' });
  child.kill('SIGINT');
  const reply = await fetch(`http://127.0.0.1:${port}/api/transactions/history`, {
    headers: { Authorization: `Bearer ${await pool.accessToken('grace')}` },
  });
  expect(await reply.json()).toMatchObject({ pagination: { total_items: 57, total_pages: 6 } });

  const arrived = defer<unknown>();
  const endpoint = await listenOnLoopback(async (request, response) => {
    arrived.resolve(await json(request));
    response.end();
  });
  onTestFinished(() => endpoint.close());
  child.send({ type: 'add-webhook', requestId: 'four', url: endpoint.url });
  const added = { id: expect.any(String), secret: expect.stringMatching(/^whsec_/) };
  expect(await message(child)).toEqual({ type: 'done', requestId: 'four', webhook: added });
  const coffer = createCoffer({ url: `http://127.0.0.1:${port}`, key });
  const { id } = await coffer.spend({ customerId: 'grace', credits: 2 });
  await coffer.returnCredits({ spendId: id, credits: 1 });
  // The endpoint is younger than the first event, `customer.created`. The seeded purchases created none.
  const second = { id: '1000000000000002', type: 'spend.returned', data: { id } };
  expect(await arrived.promise).toMatchObject(second);
  child.send({ type: 'list-webhooks', requestId: 'five' });
  expect(await message(child)).toMatchObject({ webhooks: [{ ...added, url: endpoint.url }] });

  const exited = exitCode(child);
  child.disconnect();
  expect(await exited).toBe(0);
});

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '#local/options.ts';
import { type StoreSupervisor, superviseStore } from '#local/store-supervisor.ts';
import { makeDirectory } from '../../packages/local-services/test/serving.ts';

const customer = { id: 'c-1', email: 'a@example.com', firstName: null, lastName: null, phone: null };

const supervise = async (fixture: string): Promise<StoreSupervisor> => {
  const store = superviseStore({
    environment: process.env,
    logFile: join(await makeDirectory(), 'store.log'),
    onRestartLimit: () => {},
    script: fileURLToPath(new URL(`../unit/local/fixtures/${fixture}`, import.meta.url)),
  });
  onTestFinished(() => store.stop());
  return store;
};

const pidOf = async (store: StoreSupervisor) => (await fetch(`http://127.0.0.1:${store.port()}`)).text();

test('the supervisor restarts a crashed store', async () => {
  const store = await supervise('store-process.ts');
  await store.started();
  const firstPid = await pidOf(store);
  await store.crash();
  expect(store.port()).toBeUndefined();
  await expect(store.seed(customer, 1)).rejects.toThrow('The store API is down');
  await expect(store.proveBooks()).rejects.toThrow('The store API is down');
  await vi.waitUntil(() => store.port() !== undefined, { timeout: 20_000 });
  expect(await pidOf(store)).not.toBe(firstPid);
}, 30_000);

test('the supervisor returns results, throws errors, and rejects requests if the process exits', async () => {
  const store = await supervise('store-process.ts');
  await store.started();
  expect(await store.proveBooks()).toEqual([
    { customer_id: 'c-1', what: 'balance', kept: '1', proven: null },
  ]);
  await store.seed(customer, 1);
  await expect(store.seed({ ...customer, id: 'refused' }, 1)).rejects.toThrow('No such product');
  await expect(store.seed({ ...customer, id: 'fatal' }, 1)).rejects.toThrow('The store API ended');
}, 30_000);

test('a store that was stopped is not restarted', async () => {
  const store = await supervise('store-process.ts');
  await store.started();
  const pid = Number(await pidOf(store));
  await store.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(store.port()).toBeUndefined();
}, 30_000);

test('a store that can’t start reports the reason in one line', async () => {
  const store = await supervise('failing-process.ts');
  const failure = new StartError('The store API cannot start: GATEWAY_URL is missing.');
  await expect(store.started()).rejects.toEqual(failure);
}, 30_000);

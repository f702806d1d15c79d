/**
 * Measures the throughput of built stores. The load generator, gateway and PostgreSQL share this machine's CPUs.
 *
 *   DATABASE_URL=postgresql://… npm run bench:load [-- --only purchases --processes 1,3 FOLDER…]
 *
 * The database's user must be able to create databases. Each FOLDER is a build to compare; the default is `dist/store`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { connectToPostgres } from '#server/store/database/database.ts';
import { startUserPool } from '#tests/unit/store/support/user-pool.ts';
import { storeFolder } from '../../../build/outputs.ts';
import { median, quantile, ratioOf } from '../measure.ts';
import { measureInTurn } from '../rounds.ts';
import { applyLoad, loads } from './loads.ts';
import { type Store, startStore } from './stores.ts';
import { cpuMsOf, peakMbOf, serverPids } from './usage.ts';

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    /** Seconds that each load runs against each store before measuring starts. */
    'warm-up': { type: 'string', default: '30' },
    /** Number of turns for each store. A turn takes `seconds`. */
    turns: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    /** Total PostgreSQL connections of each store, shared by its processes. */
    pool: { type: 'string', default: '10' },
    customers: { type: 'string', default: '1000' },
    /** The name of a load in loads.ts. Can be repeated; the default is all loads. */
    only: { type: 'string', multiple: true, default: Object.keys(loads) },
    /** Comma-separated numbers of processes. Each number adds a store for each folder. */
    processes: { type: 'string', default: '1' },
    /** Node options for the store's processes, such as `--max-semi-space-size=4`. */
    'node-options': { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const folders = (positionals.length === 0 ? [storeFolder] : positionals).map((folder) => resolve(folder));
const missing = folders.find((folder) => !existsSync(join(folder, 'main.js')));
const server = process.env['DATABASE_URL'];
if (missing !== undefined) throw new Error(`There is no build in ${missing}.`);
if (server === undefined) throw new Error('Set DATABASE_URL to a database of a user who may create others.');
const connections = Number(values.connections);
const chosen = Object.entries(loads).filter(([name]) => values.only.includes(name));
if (chosen.length < values.only.length) throw new Error(`The loads are ${Object.keys(loads).join('; ')}.`);

const disposables = createDisposableStack();
try {
  const gateway = fork(fileURLToPath(new URL('gateway.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  disposables.defer(() => void gateway.kill());
  const [gatewayUrl] = await once(gateway, 'message');
  const pool = await startUserPool();
  disposables.defer(() => pool.close());
  const database = connectToPostgres(server, () => undefined);
  disposables.defer(() => database.close());

  const stores = new Map<string, Store>();
  for (const folder of folders)
    for (const processes of values.processes.split(',').map(Number))
      stores.set(
        `${folder} × ${processes}`,
        await startStore(disposables, {
          folder,
          processes,
          customers: Number(values.customers),
          server,
          pool,
          variables: {
            GATEWAY_URL: gatewayUrl,
            NODE_OPTIONS: values['node-options'],
            DATABASE_POOL_SIZE: String(Math.ceil(Number(values.pool) / processes)),
          },
        }),
      );
  const storeOf = (name: string): Store => {
    const store = stores.get(name);
    if (store === undefined) throw new Error(`There is no store ${name}.`);
    return store;
  };

  const measure = async (load: (typeof chosen)[number][1], store: Store) => {
    const users = Object.entries({
      store: store.pids,
      PostgreSQL: await serverPids(database),
      gateway: [gateway.pid ?? 0],
      loader: [process.pid],
    });
    const before = users.map(([, pids]) => cpuMsOf(pids));
    const result = await applyLoad(load, store, { connections, seconds: Number(values.seconds) });
    const done = result.times.length * (load.each ?? 1);
    const cpu = users.map(([user, pids], place) => {
      const used = [...cpuMsOf(pids)].map(([pid, ms]) => ms - (before[place]?.get(pid) ?? 0));
      return [user, used.reduce((sum, ms) => sum + ms, 0) / done] as const;
    });
    const perSecond = done / result.elapsed;
    /** CPU time per success in ms, by the program that used it. */
    const cpuMs: Readonly<Record<string, number>> = Object.fromEntries(cpu);
    return { ...result, perSecond, cpu: cpuMs };
  };

  const rows: Record<string, string>[] = [];
  const names = [...stores.keys()];
  for (const [loadName, load] of chosen) {
    for (const store of stores.values())
      await applyLoad(load, store, { connections, seconds: Number(values['warm-up']) });
    const results = await measureInTurn(Number(values.turns), names, (name) => measure(load, storeOf(name)));
    const rates = names.map((name) => results(name).map(({ perSecond }) => perSecond));
    for (const [place, name] of names.entries()) {
      const measured = results(name);
      const [ours = [], theirs = []] = [rates[0], rates[place]];
      const medianOf = (part: (one: Awaited<ReturnType<typeof measure>>) => number) =>
        median(measured.map(part));
      const { value, least, most } = ratioOf(ours, theirs);
      rows.push({
        Load: loadName,
        Store: name,
        'a second': medianOf(({ perSecond }) => perSecond).toFixed(0),
        'p50 ms': medianOf(({ times }) => median(times)).toFixed(1),
        'p99 ms': medianOf(({ times }) => quantile(times, 0.99)).toFixed(1),
        ...Object.fromEntries(
          Object.keys(measured[0]?.cpu ?? {}).map((user) => [
            `CPU ms: ${user}`,
            medianOf(({ cpu }) => cpu[user] ?? 0).toFixed(2),
          ]),
        ),
        'RSS MB': peakMbOf(storeOf(name).pids).toFixed(0),
        failures: String(measured.reduce((sum, { failures }) => sum + failures, 0)),
        'first ÷ this': place === 0 ? '' : `${value.toFixed(3)} (${least.toFixed(2)} – ${most.toFixed(2)})`,
      });
    }
    console.table(rows.slice(-names.length));
  }
  console.table(rows);
  for (const store of stores.values()) await store.checkBooks();
} finally {
  await disposables.disposeAsync();
}

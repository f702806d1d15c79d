/**
 * Measures how much a store sells on this machine, where the loader, the gateway's stand-in and PostgreSQL share its
 * processors: `DATABASE_URL=postgresql://… npm run bench:load [-- --seconds 20]`. Works in databases of its own there.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBookErrors } from '#server/store/books.ts';
import { connectToPostgres } from '#server/store/database/database.ts';
import { createStoreProcesses } from '#tests/kills/store-processes.ts';
import { createPostgresDatabase } from '#tests/postgres-database.ts';
import { storeFolder } from '../../build/outputs.ts';
import { applyLoad, type LoadRequest } from './requests.ts';
import { payments, reads } from './scenarios.ts';
import { clientId, type StandIns } from './stand-ins.ts';
import { cpuMsOf, peakMbOf, serverPids } from './usage.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    /** Of the same load, before what is measured. */
    'warm-up': { type: 'string', default: '30' },
    connections: { type: 'string', default: '32' },
    customers: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    /** Of dist/store, as `npm run build` made it last, and not of the source. */
    built: { type: 'boolean', default: false },
    /** The `main.js` of another build, to be compared with. */
    program: { type: 'string' },
    /** Of the store's processes, as `--max-semi-space-size=4`. */
    'node-options': { type: 'string', default: '' },
  },
});
const limits = { seconds: Number(values.seconds), connections: Number(values.connections) };
const warmUp = { ...limits, seconds: Number(values['warm-up']) };
const server = process.env['DATABASE_URL'];
if (server === undefined) throw new Error('Set DATABASE_URL to a database of a user who may create others.');

const script = fileURLToPath(new URL('stand-ins.ts', import.meta.url));
const standInsProcess = fork(script, [values.customers], { execArgv: ['--import', 'tsx'] });
const [standIns]: StandIns[] = await once(standInsProcess, 'message');
if (standIns === undefined) throw new Error('The stand-ins said nothing.');
const { gateway, issuer, tokens } = standIns;

/** Who shares the processors, by the ids of their processes. */
type Pids = Readonly<Record<'store' | 'PostgreSQL' | 'gateway' | 'loader', readonly number[]>>;

/** Runs loads against so many processes of the store over a new database, whose books must be right afterwards. */
const withStores = async (
  processes: number,
  measure: (addresses: readonly string[], readPids: () => Promise<Pids>) => Promise<void>,
): Promise<void> => {
  const { url, drop } = await createPostgresDatabase(server);
  const environment = {
    NODE_OPTIONS: values['node-options'],
    DATABASE_URL: url,
    COGNITO_ISSUER: issuer,
    COGNITO_CLIENT_ID: clientId,
    GATEWAY_URL: gateway,
    GATEWAY_SECURITY_KEY: 'a-security-key',
    ALLOWED_ORIGINS: 'http://localhost:5173',
    ATTEMPTS_PER_MINUTE: '1000000',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
    DATABASE_POOL_SIZE: process.env['DATABASE_POOL_SIZE'] ?? '10',
  };
  const script = values.program ?? (values.built ? resolve(storeFolder, 'main.js') : undefined);
  const program = script === undefined ? undefined : { script, execArgv: [] };
  const stores = createStoreProcesses(processes, environment, program);
  try {
    await stores.ready();
    const ports = new Set<number>();
    for (let turn = 0; turn < processes; turn += 1) ports.add(stores.port() ?? 0);
    const addresses = [...ports].map((port) => `http://127.0.0.1:${port}`);
    // Makes their accounts.
    for (let begun = 0; begun < tokens.length; begun += 100) {
      const replies = await Promise.all(
        tokens
          .slice(begun, begun + 100)
          .map((token) =>
            fetch(`${addresses[0]}/api/auth/profile`, { headers: { Authorization: `Bearer ${token}` } }),
          ),
      );
      if (!replies.every(({ ok }) => ok)) throw new Error('Not every customer has an account.');
    }
    const database = connectToPostgres(url, () => undefined);
    await measure(addresses, async () => ({
      store: stores.pids(),
      PostgreSQL: await serverPids(database),
      gateway: standInsProcess.pid === undefined ? [] : [standInsProcess.pid],
      loader: [process.pid],
    }));
    await stores.stop();
    const errors = await findBookErrors(database);
    await database.close();
    if (errors.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(errors.slice(0, 5))}`);
  } finally {
    await stores.stop();
    await drop();
  }
};

const rows: Record<string, string>[] = [];
/** Applies a load, and notes what came of it and what it has cost the processes. */
const note = async (name: string, next: () => LoadRequest, readPids: () => Promise<Pids>): Promise<void> => {
  const pids = await readPids();
  const before = cpuMsOf(Object.values(pids).flat());
  const { perSecond, p50, p99, failures, answered } = await applyLoad(next, limits);
  const each = Object.values(pids).map((ids) => {
    let ms = 0;
    for (const [pid, now] of cpuMsOf(ids)) ms += now - (before.get(pid) ?? 0);
    return (ms / answered).toFixed(2);
  });
  const row = {
    Load: name,
    'a second': perSecond.toFixed(0),
    'p50 ms': p50.toFixed(1),
    'p99 ms': p99.toFixed(1),
    [`CPU ms each: ${Object.keys(pids).join(', ')}`]: each.join(', '),
    'RSS MB': peakMbOf(pids.store).toFixed(0),
    failures: String(failures),
  };
  rows.push(row);
  console.table([row]);
};
/** Measures the loads that are wanted, over so many processes that are warm. */
const measureLoads = async (
  processes: number,
  loads: Readonly<Record<string, (stores: readonly string[]) => () => LoadRequest>>,
): Promise<void> => {
  const chosen = Object.entries(loads).filter(([name]) => name.includes(values.only));
  if (chosen.length === 0) return;
  await withStores(processes, async (stores, readPids) => {
    await applyLoad(payments(stores, tokens), warmUp);
    for (const [name, requestsTo] of chosen) await note(name, requestsTo(stores), readPids);
  });
};

try {
  await measureLoads(1, {
    'purchases, one process': (stores) => payments(stores, tokens),
    'purchases, hot customer': (stores) => payments(stores, tokens.slice(0, 1)),
    reads: (stores) => reads(stores, tokens),
  });
  await measureLoads(3, { 'purchases, three processes': (stores) => payments(stores, tokens) });
  console.table(rows);
} finally {
  standInsProcess.kill();
}

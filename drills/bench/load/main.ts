/**
 * Measures a store's throughput. The load generator, the fake gateway and PostgreSQL share this machine's
 * CPUs. `DATABASE_URL=postgresql://… npm run bench:load [-- --seconds 20]` creates its own databases there.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { storeFolder } from '../../../build/outputs.ts';
import { meanRatioOf, quantile } from '../measure.ts';
import { customerOf, type FakeServices } from './fake-services.ts';
import { applyLoad, joinLoads, type Load, type LoadRequest } from './requests.ts';
import { eventReads, payments, reads, spends } from './scenarios.ts';
import { type Stores, startStores } from './stores.ts';
import { cpuMsOf, peakMbOf } from './usage.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    /** How many seconds each process sells before the measurement. */
    'warm-up': { type: 'string', default: '30' },
    connections: { type: 'string', default: '32' },
    /** Connections to PostgreSQL, for all processes together. */
    pool: { type: 'string', default: '10' },
    customers: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
    /** How often one process and three alternate, for `seconds` each. */
    turns: { type: 'string', default: '24' },
    /** Runs dist/store from the last `npm run build` instead of the source. */
    built: { type: 'boolean', default: false },
    /** Another build's `main.js`, for comparison. */
    program: { type: 'string' },
    /** For the store's processes, such as `--max-semi-space-size=4`. */
    'node-options': { type: 'string', default: '' },
  },
});
const program = values.program ?? (values.built ? join(storeFolder, 'main.js') : undefined);
if (program !== undefined && !existsSync(program)) {
  console.error(`There is no ${program}: \`npm run build\` makes dist/store/main.js.`);
  process.exit(2);
}
const limits = { seconds: Number(values.seconds), connections: Number(values.connections) };
const warmUpSeconds = Number(values['warm-up']);
const server = process.env['DATABASE_URL'];
if (server === undefined) throw new Error('Set DATABASE_URL to a database of a user who may create others.');

const script = fileURLToPath(new URL('fake-services.ts', import.meta.url));
const fakeServicesProcess = fork(script, [values.customers], { execArgv: ['--import', 'tsx'] });
const [fakeServices]: FakeServices[] = await once(fakeServicesProcess, 'message');
if (fakeServices === undefined) throw new Error('The fake services sent no addresses.');
const { tokens } = fakeServices;

/** Sells on a new database for a while, so that the code is compiled. */
const startWarmStores = async (
  processes: number,
  seconds: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Stores> => {
  const stores = await startStores(processes, {
    server,
    fakeServices,
    program,
    nodeOptions: values['node-options'],
    poolSize: Math.ceil(Number(values.pool) / processes),
    environment,
  });
  await applyLoad(payments(tokens), stores.origins, { ...limits, seconds });
  return stores;
};

interface Measured {
  readonly load: Load;
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly storePids: readonly number[];
}

const measure = async (next: () => LoadRequest, { origins, readPids }: Stores): Promise<Measured> => {
  const own = await readPids();
  const pids: Record<string, readonly number[]> = {
    ...own,
    gateway: fakeServicesProcess.pid === undefined ? [] : [fakeServicesProcess.pid],
    loader: [process.pid],
  };
  const before = cpuMsOf(Object.values(pids).flat());
  const load = await applyLoad(next, origins, limits);
  const cpuMs = Object.fromEntries(
    Object.entries(pids).map(([whose, ids]) => {
      let ms = 0;
      for (const [pid, now] of cpuMsOf(ids)) ms += now - (before.get(pid) ?? 0);
      return [whose, ms];
    }),
  );
  return { load, cpuMs, storePids: own.store };
};

const rows: Record<string, string>[] = [];
const note = (name: string, measured: readonly Measured[]): void => {
  const { times, elapsed, failures } = joinLoads(measured.map(({ load }) => load));
  const whose = Object.keys(measured[0]?.cpuMs ?? {});
  const cost = whose.map((name) => {
    const ms = measured.reduce((sum, { cpuMs }) => sum + (cpuMs[name] ?? 0), 0);
    return (ms / times.length).toFixed(2);
  });
  const row = {
    Load: name,
    'a second': (times.length / elapsed).toFixed(0),
    'p50 ms': quantile(times, 0.5).toFixed(1),
    'p99 ms': quantile(times, 0.99).toFixed(1),
    [`CPU ms each: ${whose.join(', ')}`]: cost.join(', '),
    'RSS MB': peakMbOf(measured.flatMap(({ storePids }) => storePids)).toFixed(0),
    failures: String(failures),
  };
  rows.push(row);
  console.table([row]);
};

const isWanted = (name: string): boolean => name.includes(values.only);

const measureEach = async (
  all: Readonly<Record<string, () => () => LoadRequest>>,
  environment?: Readonly<Record<string, string>>,
): Promise<void> => {
  const loads = Object.entries(all).filter(([name]) => isWanted(name));
  if (loads.length === 0) return;
  const stores = await startWarmStores(1, warmUpSeconds, environment);
  for (const [name, requests] of loads) note(name, [await measure(requests(), stores)]);
  await stores.close();
};

const measureOne = async (): Promise<void> => {
  await measureEach({ 'purchases, one process': () => payments(tokens), reads: () => reads(tokens) });
  // 0 turns off the limit, which a single customer would exceed.
  await measureEach(
    { 'purchases, hot customer': () => payments(tokens.slice(0, 1)) },
    { ATTEMPTS_IN_FLIGHT: '0' },
  );
};

/** Compares spends with purchases, and one customer's spends with everyone's, on the same store. */
const measureSpends = async (): Promise<void> => {
  if (!isWanted('spends')) return;
  const stores = await startWarmStores(1, warmUpSeconds);
  const key = await stores.makeCredits();
  const customers = tokens.map((_, index) => customerOf(index));
  await applyLoad(spends(key, customers), stores.origins, { ...limits, seconds: warmUpSeconds });
  for (const [name, requests] of Object.entries({
    'purchases, before spends': payments(tokens),
    spends: spends(key, customers),
    'spends, hot customer': spends(key, customers.slice(0, 1)),
  }))
    note(name, [await measure(requests, stores)]);
  await stores.close();
};

/** Compares a customer's reads alone and while one merchant's key reads events 50 times in parallel. */
const measureShared = async (): Promise<string | undefined> => {
  if (!isWanted('reads during events')) return;
  const stores = await startWarmStores(1, warmUpSeconds);
  const key = await stores.makeCredits();
  const { seconds } = limits;
  const customer = () => applyLoad(reads(tokens), stores.origins, { seconds, connections: 1 });
  await customer();
  const idle = await customer();
  const [shared, events] = await Promise.all([
    customer(),
    applyLoad(eventReads(key), stores.origins, { seconds, connections: 50 }),
  ]);
  await stores.close();
  const [before, after] = [idle, shared].map(({ times }) => quantile(times, 0.5).toFixed(1));
  const served = `${events.times.length} reads of events, ${events.failures} refused`;
  return `A customer's p50 was ${before} ms alone, and ${after} ms during one key's ${served}`;
};

const describeRatio = (ofThree: readonly number[], ofOne: readonly number[]): string => {
  const { ratio, error } = meanRatioOf(ofThree, ofOne);
  const turns = ofThree.map((sold, turn) => (sold / (ofOne[turn] ?? Number.NaN)).toFixed(2));
  return `Three processes sold ${ratio.toFixed(3)} ± ${error.toFixed(3)} times what one sold, turn by turn ${turns.join(', ')}`;
};

/** Compares three processes with one in turns, with equally full books and equally warm processes. */
const measureThree = async (): Promise<string | undefined> => {
  if (!isWanted('three processes by turns') || Number(values.turns) === 0) return;
  const one = await startWarmStores(1, 3 * warmUpSeconds);
  const three = await startWarmStores(3, 3 * warmUpSeconds);
  const ofOne: Measured[] = [];
  const ofThree: Measured[] = [];
  const sides = [
    { stores: one, measured: ofOne },
    { stores: three, measured: ofThree },
  ];
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    // Swap the order each turn, so that PostgreSQL's periodic work, such as autovacuum, affects both.
    const inTurn = turn % 2 === 0 ? sides : sides.toReversed();
    for (const { stores, measured } of inTurn) measured.push(await measure(payments(tokens), stores));
  }
  note('purchases, one process by turns', ofOne);
  note('purchases, three processes by turns', ofThree);
  const sold = ({ load }: Measured): number => load.times.length / load.elapsed;
  const comparison = describeRatio(ofThree.map(sold), ofOne.map(sold));
  await one.close();
  await three.close();
  return comparison;
};

try {
  await measureOne();
  await measureSpends();
  const shared = await measureShared();
  const comparison = await measureThree();
  console.table(rows);
  if (shared !== undefined) console.log(shared);
  if (comparison !== undefined) console.log(comparison);
} finally {
  fakeServicesProcess.kill();
}

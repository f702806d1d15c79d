/**
 * Repeatedly kills the primary of a three-machine cluster, a store process or the proxy's connections during
 * purchases. Fails if a purchase was charged twice or lost.
 *
 *   npm run test:failover [-- --kills 10 --rate 20 --check --limit 20]
 *   npm run test:failover -- --cluster-only     starts only the cluster, for inspection, until Ctrl-C
 */
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { quantile } from '../bench/measure.ts';
import { startBuyers } from './buyers.ts';
import { startCluster } from './cluster.ts';
import { proveSales } from './proof.ts';
import { startWorld } from './world.ts';

chdir(fileURLToPath(new URL('../..', import.meta.url)));

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    /** Number of purchases per second. */
    rate: { type: 'string', default: '20' },
    check: { type: 'boolean', default: false },
    /** Maximum seconds from the primary's death until purchases are booked again. */
    limit: { type: 'string', default: '20' },
    'cluster-only': { type: 'boolean', default: false },
  },
});
const [kills, rate, limit] = [Number(values.kills), Number(values.rate), Number(values.limit)];
const processes = 3;
const customers = 20;
const settlingLimitMs = 120_000;

const disposables = createDisposableStack();
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});

const run = async (): Promise<boolean> => {
  const cluster = await startCluster(disposables);
  if (values['cluster-only']) {
    console.log(`DATABASE_URL='${cluster.url}'\npatronictl -c ${cluster.folder}/db1/patroni.yml list`);
    await interrupted;
    return true;
  }
  const world = await startWorld(disposables, { processes, customers, server: cluster.url });
  const buyers = startBuyers(world, rate);
  disposables.defer(() => buyers.stop(0));
  await buyers.nextBooked();

  const rows: { killed: string; seconds: number }[] = [];
  const strike = async (killed: string, act: () => Promise<void> | void): Promise<void> => {
    const at = performance.now();
    await act();
    await buyers.nextBooked();
    const seconds = (performance.now() - at) / 1_000;
    rows.push({ killed, seconds });
    console.log(`${killed}: booked again after ${seconds.toFixed(1)} s`);
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const primary = await cluster.primary();
    await strike(`the primary, ${primary.name}`, () => primary.kill());
    primary.startEtcd();
    primary.startPatroni();
    await cluster.whole();
    await strike('a process of the store', () => world.fleet.kill(kill % processes));
    await world.fleet.restart(kill % processes);
    await strike("the proxy's connections", () => cluster.cutConnections());
  }

  await buyers.stop(settlingLimitMs);
  for (const kind of new Set(rows.map(({ killed }) => killed.replace(/, db\d/, '')))) {
    const times = rows.filter(({ killed }) => killed.startsWith(kind)).map(({ seconds }) => seconds);
    const [least, median, most] = [0, 0.5, 1].map((share) => quantile(times, share).toFixed(1));
    console.log(
      `${kind}, killed ${times.length} times: booked again after ${least} to ${most} s, median ${median} s`,
    );
  }
  const slowest = Math.max(...rows.map(({ seconds }) => seconds));
  console.log(`Booked again within ${limit} s each time: ${slowest <= limit ? 'reached' : 'missed'}.`);
  const { isRight } = await proveSales(world, buyers.purchases);
  const failures = world.fleet.failures();
  if (failures > 0) console.error(`Processes of the store ended by themselves: ${failures}.`);
  return isRight && failures === 0 && (!values.check || slowest <= limit);
};

try {
  const isGood = await Promise.race([run(), interrupted.then(() => false)]);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await disposables.disposeAsync();
// Exit explicitly, because pending work could keep the process alive after an interruption.
process.exit();

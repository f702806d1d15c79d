/**
 * Kills what sells, one after the other and again and again, while customers buy: the primary of a cluster of three, a
 * process of the store, the proxy's connections. Fails where anything was charged twice or lost.
 *
 *   npm run test:failover [-- --kills 10 --rate 20 --check --limit 20]
 *   npm run test:failover -- --cluster-only     the cluster alone, to look at, until Ctrl-C
 */
import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDisposableStack } from '#server/sandbox/disposable-stack.ts';
import { findBookErrors } from '#server/store/books.ts';
import type { Database } from '#server/store/database/database.ts';
import { startWorld } from '#tests/kills/world.ts';
import { storeFolder } from '../../build/outputs.ts';
import { startBuying } from './buying.ts';
import { startCluster } from './cluster.ts';
import { judge } from './verdict.ts';

chdir(fileURLToPath(new URL('../..', import.meta.url)));

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    /** Purchases a second. */
    rate: { type: 'string', default: '20' },
    /** Whether the limit counts. */
    check: { type: 'boolean', default: false },
    /** In how many seconds purchases are to be booked again after the primary's death. */
    limit: { type: 'string', default: '20' },
    'cluster-only': { type: 'boolean', default: false },
  },
});
const [kills, rate, limit] = [Number(values.kills), Number(values.rate), Number(values.limit)];
const storeProcesses = 3;
/** As long as the store may take to find out what became of sales that were under way when something died. */
const settlingLimitMs = 120_000;

const disposables = createDisposableStack();
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});

const readEntries = (database: Database) =>
  database.query<{ orderId: string; status: string; purchases: number }>(
    `select order_id as "orderId", status, count(movement) as purchases
     from transactions left join movements
       on movements.customer_id = transactions.customer_id and movements.position = transactions.position
         and kind = 'purchase'
     group by transactions.customer_id, transactions.position`,
  );

const run = async (): Promise<boolean> => {
  const cluster = await startCluster(disposables);
  if (values['cluster-only']) {
    console.log(`DATABASE_URL='${cluster.url}'\npatronictl -c ${cluster.folder}/db1/patroni.yml list`);
    await interrupted;
    return true;
  }
  const program = {
    script: fileURLToPath(new URL(`../../${storeFolder}/main.js`, import.meta.url)),
    execArgv: [],
  };
  const world = await startWorld(storeProcesses, { server: cluster.url, program });
  disposables.defer(() => world.close());
  const buying = startBuying(world, rate);
  disposables.defer(() => buying.stop(0));
  await buying.nextBooked();

  const rows: { killed: string; seconds: number }[] = [];
  const strike = async (killed: string, act: () => Promise<void> | void): Promise<void> => {
    const at = performance.now();
    await act();
    const seconds = ((await buying.nextBooked()) - at) / 1_000;
    rows.push({ killed, seconds });
    console.log(`${killed}: booked again after ${seconds.toFixed(1)} s`);
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const primary = await cluster.primary();
    await strike(`the primary, ${primary.name}`, () => primary.kill());
    primary.startEtcd();
    primary.startPatroni();
    await cluster.whole();
    await strike('a process of the store', () => world.stores.kill(kill % storeProcesses));
    await world.stores.ready();
    await strike("the proxy's connections", () => cluster.cutConnections());
  }

  await buying.stop(settlingLimitMs);
  const { attempts } = buying;
  const entries = await world.inBooks(readEntries);
  const bookErrors = await world.inBooks(findBookErrors);
  const verdict = judge({ attempts, sales: world.gateway.gateway.sales(), entries });
  const failures = world.stores.failures();
  const { charged, doubled, lost, open } = verdict;
  for (const kind of new Set(rows.map(({ killed }) => killed.replace(/, db\d/, '')))) {
    const times = rows.filter(({ killed }) => killed.startsWith(kind)).map(({ seconds }) => seconds);
    times.sort((one, other) => one - other);
    const [least = 0, median = 0, most = 0] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
    console.log(
      `${kind}, killed ${times.length} times: booked again after ${least.toFixed(1)} to ${most.toFixed(1)} s, median ${median.toFixed(1)} s`,
    );
  }
  const slowest = Math.max(...rows.map(({ seconds }) => seconds));
  console.log(`Booked again within ${limit} s each time: ${slowest <= limit ? 'reached' : 'missed'}.`);
  console.log(
    `${attempts.length} attempts, ${charged} charged: ${doubled.length} doubled, ${lost.length} lost, ${open.length} never sent and still open.`,
  );
  if (doubled.length + lost.length > 0) console.error({ doubled, lost });
  if (bookErrors.length > 0) console.error('The books are wrong.', bookErrors);
  if (failures > 0) console.error(`Processes of the store ended by themselves: ${failures}.`);
  const isRight = doubled.length + lost.length + bookErrors.length + failures === 0 && charged > 0;
  return isRight && (!values.check || slowest <= limit);
};

try {
  const isGood = await Promise.race([run(), interrupted.then(() => false)]);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await disposables.disposeAsync();
// Where it was interrupted, something may still wait.
process.exit();

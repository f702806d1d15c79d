/**
 * Runs the built store behind Debian's PgBouncer, on a standby, and after an update of the C library: `npm run
 * test:connections`. Fails if the store doesn't sell in session mode, or if it doesn't name what it refuses.
 */
import { ok, rejects } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { connectToPostgres } from '#server/store/database/database.ts';
import { makeFolder } from '../shared/folders.ts';
import { createCluster, initdb } from '../shared/postgres.ts';
import { step } from '../shared/step.ts';
import { startBuyers } from './buyers.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { proveSales } from './proof.ts';
import { startWorld } from './world.ts';

const processes = [0, 1];
const perSecond = 10;
const limitMs = 30_000;
const pollMs = 50;
const icu = ['--locale-provider=icu', '--icu-locale=en-US'];
const readyzSchema = v.object({ reason: v.optional(v.string(), 'ready') });

const disposables = createDisposableStack();
/** Starts a server in a new folder. */
const startServer = async (create: string[]) => {
  const folder = await makeFolder(disposables, 'connections');
  const cluster = await createCluster(folder, create);
  const server = await cluster.start();
  disposables.defer(() => server.end('SIGQUIT'));
  const database = connectToPostgres(cluster.url, () => undefined);
  disposables.defer(() => database.close());
  return { ...cluster, folder, database };
};
try {
  const primary = await startServer([...initdb, ...icu]);
  const standby = await startServer(['pg_basebackup', '--write-recovery-conf', '--dbname', primary.url]);
  const pgBouncer = await startPgBouncer(disposables, primary.folder);
  const world = await startWorld(disposables, {
    processes: processes.length,
    customers: 5,
    server: pgBouncer.url,
  });
  const { fleet } = world;
  const until = async (index: number, reason: string): Promise<void> => {
    const end = performance.now() + limitMs;
    for (let found = ''; found !== reason; await delay(pollMs)) {
      if (performance.now() > end)
        throw new Error(`Process ${index} stays ${found}.\n${fleet.output(index)}`);
      const reply = await fetch(`http://127.0.0.1:${fleet.ports[index]}/readyz`).catch(() => undefined);
      if (reply !== undefined) found = v.parse(readyzSchema, await reply.json()).reason;
    }
  };
  const all = (work: (index: number) => Promise<void>) => Promise.all(processes.map(work));
  const sell = async () => {
    const buyers = startBuyers(world, perSecond);
    await buyers.nextBooked();
    await buyers.stop(limitMs);
    return buyers.purchases;
  };

  const first = await step('The store sells through PgBouncer with its defaults', sell);
  await step('PgBouncer changes to transaction mode: no process is ready', async () => {
    await pgBouncer.reload('pool_mode = transaction');
    await all((index) => until(index, 'database-pooler'));
  });
  await step('A process does not start in transaction mode, and names the remedy', async () => {
    await fleet.kill(0);
    await rejects(fleet.restart(0), /cannot start: A connection pooler [^\n]*set pool_mode = session/);
  });

  const name = new URL(world.databaseUrl).pathname.slice(1);
  await step('PgBouncer leads to a standby: no process is ready', async () => {
    await primary.database.query(`update pg_database set datcollversion = '1' where datname = '${name}'`);
    await pgBouncer.restart(standby.folder);
    await until(1, 'database-standby');
  });
  const starting = fleet.restart(0);
  await step('A process starts on the standby, but is not ready', () => until(0, 'database-standby'));
  await step('The standby is promoted: both processes are ready, and sell', async () => {
    await standby.database.query('select pg_promote()');
    await starting;
    await all((index) => until(index, 'ready'));
  });
  const second = await sell();
  await fleet.says(0, /"event":"database-collation-changed"/);
  // The first process was killed, and one failed to start on purpose.
  const { isRight, open } = await proveSales(world, [...first, ...second]);
  ok(isRight && open === 0 && fleet.failures() === 1);
} finally {
  await disposables.disposeAsync();
}

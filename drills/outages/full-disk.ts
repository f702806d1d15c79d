/**
 * Fills the disk of a PostgreSQL cluster, WAL included, during purchases and spends, makes its database read-only, and
 * takes its connections: `npm run test:full-disk`. Needs root, to mount a file system. Fails if a process stays ready,
 * if a call gets a 500 or no Retry-After, if a sale is sent, or if a purchase is charged twice or lost.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { connectToPostgres } from '#server/store/database/database.ts';
import { makeFolder } from '../shared/folders.ts';
import { createCluster } from '../shared/postgres.ts';
import { step } from '../shared/step.ts';
import { startBuyers } from './buyers.ts';
import { proveSales } from './proof.ts';
import { startSpenders } from './spenders.ts';
import { startWorld } from './world.ts';

/** The size of the file system. An empty cluster has about 60 MB. */
const size = '256m';
/** More than all WAL files hold. */
const walMb = 256;
const processes = 2;
const perSecond = 20;
/** How long each failure lasts, in ms. */
const failedMs = 10_000;
/** How long sales that were opened before may take to reach the gateway, in ms. */
const openedMs = 1_000;
/** Maximum time until all processes notice that the disk is full, or has space, in ms. */
const readyLimitMs = 30_000;
const settlingLimitMs = 120_000;
const pollMs = 50;

const disposables = createDisposableStack();
try {
  const disk = await makeFolder(disposables, 'full-disk');
  execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]);
  disposables.defer(() => void execFileSync('/usr/bin/umount', [disk]));
  const cluster = await createCluster(disk);
  let server = await cluster.start();
  disposables.defer(() => server.end());
  const administer = async (...statements: string[]): Promise<void> => {
    const database = connectToPostgres(cluster.url, () => undefined);
    for (const statement of statements) await database.query(statement);
    await database.close();
  };
  // Unlike a superuser, this role runs out of connections.
  await administer('create role shop login createdb');
  const shop = cluster.url.replace('postgres@', 'shop@');
  const world = await startWorld(disposables, { processes, customers: 10, server: shop });
  const name = new URL(world.databaseUrl).pathname.slice(1);
  const { ports } = world.fleet;
  const buyers = startBuyers(world, perSecond);
  disposables.defer(() => buyers.stop(0));
  await buyers.nextBooked();
  const spenders = startSpenders(world);
  disposables.defer(() => spenders.stop());

  const reasons = () =>
    Promise.all(
      ports.map(async (port) => {
        const reply = await fetch(`http://127.0.0.1:${port}/readyz`);
        return reply.ok ? 'ready' : ((await reply.json()) as { reason: string }).reason;
      }),
    );
  const sales = () => world.gateway.gateway.sales().length;
  const until = async (isReached: (reason: string) => boolean): Promise<string[]> => {
    const [end, before] = [performance.now() + readyLimitMs, sales()];
    for (;;) {
      const found = await reasons();
      if (found.every(isReached)) return found;
      if (performance.now() > end)
        throw new Error(`/readyz stays ${found.join(', ')}. Sales since then: ${sales() - before}.`);
      await delay(pollMs);
    }
  };
  const ballast = join(disk, 'ballast');
  const fill = async (): Promise<void> => {
    const zeros = async function* () {
      for (const block = Buffer.alloc(2 ** 16); ; ) yield block;
    };
    await pipeline(zeros, createWriteStream(ballast)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error;
    });
  };
  /** Uses up the WAL's files, so that the server needs a new one and stops. */
  const fillWal = () =>
    administer(
      ...Array<string>(walMb).fill(`select pg_logical_emit_message(false, 'drill', repeat('x', 1048576))`),
    ).catch(() => undefined);
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  const change = (what: string) => () => administer(`alter database ${name} ${what}`, endSessions);
  const makeSpace = async (): Promise<void> => {
    await rm(ballast);
    if (server.hasEnded()) server = await cluster.start();
  };
  const failures: [string, () => Promise<void>, () => Promise<void>][] = [
    ['The disk is full', fill, makeSpace],
    ['The disk is full, and the WAL needs space', () => fill().then(fillWal), makeSpace],
    [
      'The database is read-only',
      change('set default_transaction_read_only = on'),
      change('reset default_transaction_read_only'),
    ],
    ['The database has no connections left', change('connection limit 0'), change('connection limit -1')],
  ];
  for (const [failure, fail, repair] of failures) {
    const began = spenders.calls.length;
    const found = await step(`${failure}: no process is ready`, async () => {
      await fail();
      return until((reason) => reason !== 'ready');
    });
    await delay(openedMs);
    const before = sales();
    await step('No sale is sent', () => delay(failedMs));
    ok(!(await reasons()).includes('ready'));
    deepStrictEqual(sales() - before, 0);
    const told = new Set(spenders.calls.slice(began));
    console.log(`/readyz: ${found.join(', ')}. Spends: ${[...told].join('; ')}`);
    ok(told.has('503, Retry-After'));
    await step('All processes are ready, and sell', async () => {
      await repair();
      await until((reason) => reason === 'ready');
      await buyers.nextBooked();
    });
  }
  await spenders.stop();
  await step('The store settles all purchases', () => buyers.stop(settlingLimitMs));
  const { isRight, open } = await proveSales(world, buyers.purchases);
  const told = new Set([...spenders.calls, ...buyers.purchases.flatMap((purchase) => purchase.told)]);
  deepStrictEqual(
    [...told].filter((response) => /^(500|503$)/.test(response)),
    [],
  );
  deepStrictEqual([isRight, open, world.fleet.failures()], [true, 0, 0]);
} finally {
  await disposables.disposeAsync();
}

/**
 * Replaces and kills processes of the built store during sales, behind nginx, on Debian's PostgreSQL or DATABASE_URL:
 * `npm run test:rolling [-- --rate 50]`. Exits with 1 if an upgrade lost a request, or if a customer was charged
 * twice or for nothing.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { quantile } from '../bench/measure.ts';
import { type Purchase, startBuyers } from './buyers.ts';
import { proveSales } from './proof.ts';
import { makeSuccessor } from './successor.ts';
import { startWorld, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    /** Number of purchases per second. */
    rate: { type: 'string', default: '50' },
    /** Number of times to replace all processes (first with the next release) and then kill one process. */
    rounds: { type: 'string', default: '3' },
    gently: { type: 'boolean', default: false },
  },
});
const processes = 3;
const customers = 200;
const settlingLimitMs = 60_000;
const pauseMs = 2_000;

const row = (name: string, purchases: readonly Purchase[], note = '') => {
  const times = purchases.flatMap(({ tookMs }) => tookMs ?? []);
  const repeated = purchases.filter(({ told }) => told.length > 1);
  const reasons = [...new Set(repeated.map(({ told }) => told[0]))].join('; ');
  return {
    What: name,
    Purchases: purchases.length,
    'Not answered at once': repeated.length === 0 ? '0' : `${repeated.length} (${reasons})`,
    'p50 ms': quantile(times, 0.5).toFixed(0),
    'p99 ms': quantile(times, 0.99).toFixed(0),
    'max ms': quantile(times, 1).toFixed(0),
    Note: note,
  };
};

const sellWhile = async (world: World, happens: () => Promise<void>): Promise<readonly Purchase[]> => {
  const buyers = startBuyers(world, Number(values.rate));
  await delay(pauseMs);
  await happens();
  await delay(pauseMs);
  await buyers.stop(settlingLimitMs);
  return buyers.purchases;
};

/** Waits until all attempts that are open now have settled. Returns their number and the time in ms. */
const untilSettled = async ({ database }: World): Promise<{ open: number; ms: number }> => {
  const began = performance.now();
  const open = await database.query<{ customer_id: string; attempt_id: string }>(
    "select customer_id, attempt_id from purchase_attempts where state <> 'settled'",
  );
  const ids = open.map(({ attempt_id }) => attempt_id);
  const isOpen = async () => {
    const rows = await database.query(
      "select from purchase_attempts where state <> 'settled' and attempt_id = any($1::uuid[])",
      [ids],
    );
    return rows.length > 0;
  };
  while ((await isOpen()) && performance.now() - began < settlingLimitMs) await delay(50);
  return { open: ids.length, ms: performance.now() - began };
};

const disposables = createDisposableStack();
try {
  const world = await startWorld(disposables, { processes, customers });
  const successor = `${world.folder}-successor`;
  await makeSuccessor(world.folder, successor);
  const all: Purchase[] = [];
  const rows: ReturnType<typeof row>[] = [];
  const note = (name: string, purchases: readonly Purchase[], text?: string) => {
    all.push(...purchases);
    rows.push(row(name, purchases, text));
    console.table(rows.slice(-1));
  };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const purchases = await sellWhile(world, async () => {
      if (round === 0)
        execFileSync(process.execPath, ['main.js', 'migrate'], {
          cwd: successor,
          env: { DATABASE_URL: world.databaseUrl },
        });
      for (let index = 0; index < processes; index += 1) {
        await world.fleet.replace(index, successor);
        await delay(pauseMs / 4);
      }
    });
    note(round === 0 ? 'upgraded' : 'restarted', purchases);
  }
  const lost = all.filter(({ told }) => told.length > 1).length;
  for (let round = 0; round < Number(values.rounds) && !values.gently; round += 1)
    for (const isRestarted of [false, true]) {
      const index = round % processes;
      let settled = { open: 0, ms: 0 };
      const purchases = await sellWhile(world, async () => {
        await world.fleet.kill(index);
        const restarted = isRestarted ? world.fleet.restart(index) : undefined;
        settled = await untilSettled(world);
        await (restarted ?? world.fleet.restart(index));
      });
      const text = `${settled.open} open when it died, settled after ${(settled.ms / 1_000).toFixed(1)} s`;
      note(isRestarted ? 'killed, and started again' : 'killed, and left dead', purchases, text);
    }
  console.table(rows);
  console.log(`Lost in upgrades and restarts: ${lost}.`);
  const { isRight, open } = await proveSales(world, all);
  if (!isRight || lost + open + world.fleet.failures() > 0) process.exitCode = 1;
} finally {
  await disposables.disposeAsync();
}

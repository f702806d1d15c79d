import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { openDataDirectory } from '#local/data-directory.ts';
import { makeStoreData } from '../../migrated-database.ts';
import { createDatabaseOnServer } from '../../postgres-database.ts';
import { type Addresses, addressesSchema } from './addresses.ts';

/** Where each run's log is. */
export const localLogs = 'test-results/local';

/** A start may have to build the app first, on a slow machine. */
const startLimitMs = 120_000;
const stopLimitMs = 20_000;

/** Whoever runs the tests may have moved services of their own. */
const noPorts = { USER_POOL_PORT: '', STORE_PORT: '', GATEWAY_PORT: '', CONSOLE_PORT: '' };

const readySchema = v.object({ type: v.literal('ready'), origins: addressesSchema });

export interface LocalServices {
  readonly addresses: Addresses;
  /** The file with what it says, from its start to its end. */
  readonly log: string;
  /** Where it keeps its data. */
  readonly dataDir: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface LocalServicesOptions {
  /** What its log is called. */
  readonly name: string;
  /** Serves the app from its sources, as `npm run dev` does. */
  readonly dev?: boolean;
  /** The database of its store, for those who share it; by default one of its own. */
  readonly databaseUrl?: string;
}

/**
 * Starts all local services with their own data, each on a free port that it reports. If DATABASE_URL names a PostgreSQL
 * server, their store gets its own database there.
 *
 * @throws Error with its output if it ends early or is not ready in two minutes
 */
export const startLocalServices = async ({
  name,
  dev = false,
  databaseUrl,
}: LocalServicesOptions): Promise<LocalServices> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'coffer-test-'));
  const log = join(localLogs, `${name}.log`);
  const database = databaseUrl === undefined ? await createDatabaseOnServer() : undefined;
  const url = databaseUrl ?? database?.url;
  if (url === undefined) await prepareData(dataDir);
  const child = spawnWithLog(log, dev ? ['--dev'] : [], {
    ...noPorts,
    ...(url !== undefined && { DATABASE_URL: url }),
    PORT: '0',
    DATA_DIR: dataDir,
  });
  const stop = async () => {
    await end(child);
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { addresses: await addressesOnceReady(child), log, dataDir, stop };
  } catch (cause) {
    await stop();
    throw new Error(`The local services did not start.\n${await readFile(log, 'utf8')}`, { cause });
  }
};

/** Has the store begin with a migrated database: to make one is two thirds of the work of a first start. */
const prepareData = async (dataDir: string): Promise<void> => {
  const { release } = await openDataDirectory(dataDir, false);
  await makeStoreData(dataDir);
  await release();
};

const spawnWithLog = (
  log: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess => {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'w');
  try {
    return spawn(process.execPath, ['--import', 'tsx', 'local/main.ts', ...args], {
      env: { ...process.env, ...environment },
      // The channel tells it of our end, should we have no time to.
      stdio: ['ignore', output, output, 'ipc'],
    });
  } finally {
    closeSync(output);
  }
};

/** What it tells its parent when all of its services answer. */
const addressesOnceReady = async (child: ChildProcess): Promise<Addresses> => {
  const signal = AbortSignal.timeout(startLimitMs);
  const earlyEnd = once(child, 'exit', { signal }).then(() => {
    throw new Error('It ended before it was ready');
  });
  const [message] = await Promise.race([once(child, 'message', { signal }), earlyEnd]);
  return v.parse(readySchema, message).origins;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await exit;
  clearTimeout(force);
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

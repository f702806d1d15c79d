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

export const localLogs = 'test-results/local';

/** Maximum start time, in ms. A start may include building the app on a slow machine. */
const startLimitMs = 120_000;
const stopLimitMs = 20_000;

/** Overrides ports that the developer's environment sets. */
const noPorts = { USER_POOL_PORT: '', STORE_PORT: '', GATEWAY_PORT: '', CONSOLE_PORT: '' };

/**
 * Restricts V8 to its baseline WebAssembly compiler, because optimizing the store's embedded database costs
 * more than it saves. A module sets the flags, because `NODE_OPTIONS` doesn't accept them.
 */
const baselineOnly = `data:text/javascript,${encodeURIComponent(
  "import v8 from 'node:v8'; for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) v8.setFlagsFromString(flag);",
)}`;
const { NODE_OPTIONS = '' } = process.env;

const readySchema = v.object({ type: v.literal('ready'), origins: addressesSchema });

export interface LocalServices {
  readonly addresses: Addresses;
  readonly log: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

export interface LocalServicesOptions {
  readonly name: string;
  readonly dev?: boolean;
  /** URL of a database to share. By default, the store gets its own database. */
  readonly databaseUrl?: string;
}

/**
 * Starts all local services with their own data, each on a free port. If DATABASE_URL names a PostgreSQL
 * server, the store gets its own database there.
 *
 * @throws {Error} with the output if the services exit early or aren't ready in two minutes
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

/** Copies a migrated database, because creating one takes two thirds of a first start. */
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
      env: { ...process.env, NODE_OPTIONS: `${NODE_OPTIONS} --import ${baselineOnly}`, ...environment },
      // If this process dies without cleaning up, the closed channel makes the child exit.
      stdio: ['ignore', output, output, 'ipc'],
    });
  } finally {
    closeSync(output);
  }
};

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

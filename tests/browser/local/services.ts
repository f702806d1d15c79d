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

/** May include building the app on a slow machine. */
const startLimitMs = 120_000;
const stopLimitMs = 20_000;

/** Ignores ports that the developer's environment sets. */
const noPorts = { USER_POOL_PORT: '', STORE_PORT: '', GATEWAY_PORT: '', CONSOLE_PORT: '' };

/**
 * Runs only V8's baseline compiler for WebAssembly, also in the store's process: optimizing its embedded
 * database costs more than it saves. `NODE_OPTIONS` takes no `--liftoff-only`.
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
  /** The store's database, to share it. By default the store gets its own. */
  readonly databaseUrl?: string;
}

/**
 * Starts all local services with their own data, each on a free port. If DATABASE_URL names a PostgreSQL
 * server, the store gets its own database there.
 *
 * @throws Error with the output if they exit early or are not ready in two minutes
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

/** Copies a migrated database: creating one is two thirds of a first start. */
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
      // The closed channel tells the child if we die without cleaning up.
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Addresses, addressesFrom } from './addresses.ts';
import { findFreePorts } from './free-ports.ts';

/** Where each sandbox's log is. */
export const sandboxLogs = 'test-results/sandboxes';

/** A start may have to build the app first, on a slow machine. */
const startLimitMs = 120_000;
const pollMs = 200;
const stopLimitMs = 20_000;

export interface Sandbox {
  readonly addresses: Addresses;
  /** The file with what it says, from its start to its end. */
  readonly log: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** What its log is called. */
  readonly name: string;
  /** Which of the sandboxes that run at once it is, from 0: it tells whose ports it may take. */
  readonly place: number;
  /** Serves the app from its sources, as `npm run dev` does. */
  readonly dev?: boolean;
}

/**
 * Starts all local services, with data of their own and on ports of their own.
 *
 * @throws Error with its output when it ends early or is not ready in two minutes
 */
export async function startSandbox({ name, place, dev = false }: SandboxOptions): Promise<Sandbox> {
  const [port, dataDir] = await Promise.all([
    findFreePorts(5, place),
    mkdtemp(join(tmpdir(), 'coffer-test-')),
  ]);
  const log = join(sandboxLogs, `${name}.log`);
  const addresses = addressesFrom(port);
  const child = spawnWithLog(log, dev ? ['--dev'] : [], { PORT: String(port), DATA_DIR: dataDir });
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child, `${addresses.console}/healthz`);
  } catch (cause) {
    await stop();
    throw new Error(`The sandbox did not start.\n${await readFile(log, 'utf8')}`, { cause });
  }
  return { addresses, log, stop };
}

function spawnWithLog(
  log: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'w');
  try {
    return spawn(process.execPath, ['--import', 'tsx', 'server/sandbox/main.ts', ...args], {
      env: { ...process.env, ...environment },
      // The channel tells it of our end, should we have no time to.
      stdio: ['ignore', output, output, 'ipc'],
    });
  } finally {
    closeSync(output);
  }
}

async function untilReady(child: ChildProcess, health: string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error('It ended before it was ready');
    const response = await fetch(health).catch(() => undefined);
    if (response?.ok) return;
    await delay(pollMs);
  }
  throw new Error(`It was not ready in ${startLimitMs / 1000} s`);
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await exit;
  clearTimeout(force);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

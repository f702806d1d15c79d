import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addressesFrom } from './addresses.ts';
import { findFreePorts } from './free-ports.ts';

/** What the sandbox said, from its start to its end. */
export const sandboxLog = 'test-results/sandbox.log';

/** A start may have to build the app first, on a slow machine. */
const startLimitMs = 120_000;
const pollMs = 200;
const stopLimitMs = 20_000;

export interface Sandbox {
  /** The first of its five ports. */
  readonly port: number;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts all local services, with data of their own and on ports of their own.
 *
 * @throws Error with its output when it ends early or is not ready in two minutes
 */
export async function startSandbox(): Promise<Sandbox> {
  const [port, dataDir] = await Promise.all([findFreePorts(5), mkdtemp(join(tmpdir(), 'coffer-test-'))]);
  const child = spawnWithLog(port, dataDir);
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child, `${addressesFrom(port).console}/healthz`);
  } catch (cause) {
    await stop();
    throw new Error(`The sandbox did not start.\n${await readFile(sandboxLog, 'utf8')}`, { cause });
  }
  return { port, stop };
}

function spawnWithLog(port: number, dataDir: string): ChildProcess {
  mkdirSync(dirname(sandboxLog), { recursive: true });
  const log = openSync(sandboxLog, 'w');
  try {
    return spawn(process.execPath, ['--import', 'tsx', 'server/sandbox/main.ts'], {
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
      // The channel tells it of our end, should we have no time to.
      stdio: ['ignore', log, log, 'ipc'],
    });
  } finally {
    closeSync(log);
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

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type Deferred, defer } from './deferred.ts';
import { StartError } from './options.ts';
import { fromStoreSchema, type SeedRequest } from './store-messages.ts';

export interface StoreSupervisorOptions {
  /** The store's environment, without `PORT`. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where the store's log goes; truncated at every start. */
  readonly logFile: string;
  /** Called once when the process ended too often to be started again. */
  readonly onRestartLimit: () => void;
  /** The module to run. */
  readonly script?: string;
}

const maxRestarts = 20;
const restartWindowMs = 60_000;
const stopTimeoutMs = 1500;
const storeScript = fileURLToPath(new URL('./store-process.ts', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The store API's process: kept running, on a port of its own that only the proxy in front of it knows. */
export type StoreSupervisor = ReturnType<typeof superviseStore>;

/** Starts the store's process and starts it again whenever it ends unexpectedly, up to 20 times a minute. */
export const superviseStore = (options: StoreSupervisorOptions) => {
  const { script = storeScript } = options;
  const log = openSync(options.logFile, 'w', 0o600);
  const seeds = new Map<string, Deferred<void>>();
  let restarts: number[] = [];
  let wasReady = false;
  let child: ChildProcess | undefined;
  let port: number | undefined;
  let stopping = false;

  const firstReady = defer<void>();

  const start = () => {
    const started = fork(script, {
      env: { ...options.environment, PORT: '0' },
      cwd: root,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', log, log, 'ipc'],
    });
    child = started;
    started.on('message', (message) => {
      const parsed = v.safeParse(fromStoreSchema, message);
      if (!parsed.success) return;
      if (parsed.output.type === 'seeded') settleSeed(parsed.output.requestId, parsed.output.error);
      else {
        port = parsed.output.port;
        wasReady = true;
        firstReady.resolve();
      }
    });
    started.once('exit', (code, signal) => {
      port = undefined;
      child = undefined;
      for (const requestId of seeds.keys()) settleSeed(requestId, 'The store API ended');
      if (stopping) return;
      if (wasReady) startAgain();
      else firstReady.reject(endedEarly(options.logFile, signal ?? `exit code ${code}`));
    });
  };

  const startAgain = () => {
    const now = Date.now();
    restarts = [...restarts.filter((at) => now - at < restartWindowMs), now];
    if (restarts.length > maxRestarts) options.onRestartLimit();
    else start();
  };

  const settleSeed = (requestId: string, error: string | undefined) => {
    const waiting = seeds.get(requestId);
    seeds.delete(requestId);
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(new Error(error));
  };

  const endChild = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child === undefined) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

  start();

  return {
    /** Resolves when the store is first ready. Rejects with a StartError when its process ends before that. */
    started: (): Promise<void> => firstReady.promise,
    /** The port it listens on now; undefined while it is down. */
    port: (): number | undefined => port,
    /** Makes a customer with generated ledger entries. Rejects when the store refuses or dies. */
    async seed(customer: SeedRequest['customer'], transactions: number): Promise<void> {
      if (child === undefined || port === undefined) throw new Error('The store API is down');
      const request: SeedRequest = { type: 'seed', requestId: randomUUID(), customer, transactions };
      const seeded = defer<void>();
      seeds.set(request.requestId, seeded);
      child.send(request, (error) => {
        if (error !== null) settleSeed(request.requestId, error.message);
      });
      await seeded.promise;
    },
    /** Ends the process without warning; it is started again. Resolves when it is gone. */
    crash: (): Promise<void> => endChild('SIGKILL'),
    /** Ends it in good order. */
    async stop(): Promise<void> {
      stopping = true;
      const running = child;
      const killTimer = setTimeout(() => running?.kill('SIGKILL'), stopTimeoutMs);
      await endChild('SIGTERM');
      clearTimeout(killTimer);
    },
  };
};

/** The log's last line says why. */
const endedEarly = (logFile: string, how: string): StartError => {
  const lastLine = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1);
  return new StartError(lastLine || `The store API ended before it was ready (${how}).`);
};

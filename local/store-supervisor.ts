import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type Deferred, defer } from '#local-services/deferred.ts';
import { StartError } from './options.ts';
import {
  type BookErrors,
  type ExpiryKind,
  fromStoreSchema,
  type ListedCredits,
  type ListedWebhook,
  type NewCustomer,
  type NewWebhook,
  type StoreAnswer,
  type StoreRequest,
} from './store-messages.ts';

export interface StoreSupervisorOptions {
  /** The store's environment variables, without `PORT`. */
  readonly environment: NodeJS.ProcessEnv;
  /** The path of the store's log file, which is truncated at each start. */
  readonly logFile: string;
  /** Called once, when the process has exited too often to restart it. */
  readonly onRestartLimit: () => void;
  readonly script?: string;
}

const maxRestarts = 20;
const restartWindowMs = 60_000;
const stopTimeoutMs = 1500;
const storeScript = fileURLToPath(new URL('./store-process.ts', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));

export type StoreSupervisor = ReturnType<typeof superviseStore>;

/** Starts the store's process, and restarts it after unexpected exits, up to 20 times a minute. */
export const superviseStore = (options: StoreSupervisorOptions) => {
  const { script = storeScript } = options;
  const log = openSync(options.logFile, 'w', 0o600);
  const asked = new Map<string, Deferred<StoreAnswer>>();
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
      const { output } = parsed;
      if (output.type === 'ready') {
        port = output.port;
        wasReady = true;
        firstReady.resolve();
      } else if (output.type === 'failed') fail(output.requestId, output.error);
      else take(output.requestId)?.resolve(output);
    });
    started.once('exit', (code, signal) => {
      port = undefined;
      child = undefined;
      for (const requestId of asked.keys()) fail(requestId, 'The store API ended');
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

  const take = (requestId: string): Deferred<StoreAnswer> | undefined => {
    const waiting = asked.get(requestId);
    asked.delete(requestId);
    return waiting;
  };
  const fail = (requestId: string, error: string) => take(requestId)?.reject(new Error(error));

  const ask = async (request: StoreRequest): Promise<StoreAnswer> => {
    if (child === undefined || port === undefined) throw new Error('The store API is down');
    const answered = defer<StoreAnswer>();
    asked.set(request.requestId, answered);
    child.send(request, (error) => {
      if (error !== null) fail(request.requestId, error.message);
    });
    return answered.promise;
  };

  const endChild = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child === undefined) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

  start();

  return {
    /** Resolves when the store is ready. Rejects with a StartError if the process exits first. */
    started: (): Promise<void> => firstReady.promise,
    /** Returns the store's port, or undefined while the store is down. */
    port: (): number | undefined => port,
    /** Adds a customer with transactions. Rejects if the store refuses or is down. */
    async seed(customer: NewCustomer, transactions: number): Promise<void> {
      await ask({ type: 'seed', requestId: randomUUID(), customer, transactions });
    },
    /** Returns the errors in all customers' books. Rejects if the store is down. */
    async proveBooks(): Promise<BookErrors> {
      return (await ask({ type: 'prove-books', requestId: randomUUID() })).bookErrors;
    },
    /** Returns all customers' newest grants and holds. Rejects if the store is down. */
    async listCredits(): Promise<ListedCredits> {
      return (await ask({ type: 'list-credits', requestId: randomUUID() })).credits;
    },
    /** Makes a grant or an open hold expire now. Rejects if there is none to expire, or the store is down. */
    async expireCredits(kind: ExpiryKind, id: string): Promise<void> {
      await ask({ type: 'expire-credits', requestId: randomUUID(), kind, id });
    },
    /** Accepts a merchant's API key. Rejects if the store is down. */
    async acceptKey(key: string): Promise<void> {
      await ask({ type: 'accept-key', requestId: randomUUID(), key });
    },
    /** Adds an endpoint for the merchant's events. Rejects if the store refuses the URL or is down. */
    async addWebhook(url: string): Promise<NewWebhook> {
      const { webhook } = await ask({ type: 'add-webhook', requestId: randomUUID(), url });
      if (webhook === undefined) throw new Error('The store API gave no secret');
      return webhook;
    },
    /** Returns the endpoints for the merchant's events, oldest first. Rejects if the store is down. */
    async listWebhooks(): Promise<readonly ListedWebhook[]> {
      return (await ask({ type: 'list-webhooks', requestId: randomUUID() })).webhooks;
    },
    /** Removes an endpoint. Rejects if it doesn't exist, or the store is down. */
    async removeWebhook(id: string): Promise<void> {
      await ask({ type: 'remove-webhook', requestId: randomUUID(), id });
    },
    /** Kills the process, which then restarts. Resolves when the process is gone. */
    crash: (): Promise<void> => endChild('SIGKILL'),
    /** Stops the process after it has finished its work. Kills it if that takes too long. */
    async stop(): Promise<void> {
      stopping = true;
      const running = child;
      const killTimer = setTimeout(() => running?.kill('SIGKILL'), stopTimeoutMs);
      await endChild('SIGTERM');
      clearTimeout(killTimer);
    },
  };
};

/** Returns an error with the log's last line, which says why the store exited. */
const endedEarly = (logFile: string, how: string): StartError => {
  const lastLine = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1);
  return new StartError(lastLine || `The store API ended before it was ready (${how}).`);
};

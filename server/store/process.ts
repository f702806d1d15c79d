import { readConfig } from './config/config.ts';
import { findMisspelled } from './config/variables.ts';
import type { EmbeddedDatabaseOptions } from './database/open.ts';
import { ConnectionStringError } from './database/tls.ts';
import { failureLine } from './logging/failures.ts';
import { createLog } from './logging/logging.ts';
import { type StoreService, startStore } from './service.ts';

export interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly endingSignals: readonly NodeJS.Signals[];
  /** Time for requests in progress, in milliseconds. */
  readonly graceMs: number;
  readonly embedded?: EmbeddedDatabaseOptions;
}

/** Runs the store. If it can't start, prints one line to standard error and exits with code 1. */
export const runStore = async (options: RunOptions): Promise<StoreService> => {
  let ending = false;
  const starting = start(options);
  const end = () => {
    // A second signal ends the process immediately.
    if (ending) process.exit(1);
    ending = true;
    const startLimit = exitAfter(options.graceMs);
    starting
      .then((store) => {
        clearTimeout(startLimit);
        exitAfter(2 * store.drainMs + options.graceMs + 1_000);
        return store.close(options.graceMs);
      })
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of options.endingSignals) process.on(signal, end);
  return starting;
};

const exitAfter = (ms: number): NodeJS.Timeout => setTimeout(() => process.exit(0), ms).unref();

const start = async ({ environment, embedded }: RunOptions): Promise<StoreService> => {
  try {
    const config = readConfig(environment);
    for (const { name, meant } of findMisspelled(environment))
      createLog(config.logLevel).warn({
        event: 'unknown-variable',
        why: `${name} is unknown. Is it ${meant}?`,
      });
    return await startStore(config, embedded);
  } catch (error) {
    process.stderr.write(`The store API cannot start: ${describeFailure(error)}\n`);
    process.exit(1);
  }
};

/** Returns a line that names the variable to change, if one is wrong. */
export const describeFailure = (error: unknown): string =>
  error instanceof ConnectionStringError ? `DATABASE_URL: ${failureLine(error)}` : failureLine(error);

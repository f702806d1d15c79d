import { performance } from 'node:perf_hooks';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { demoEmail, demoPassword } from './demo-account.ts';
import { watchNpm } from './npm-watch.ts';
import { readOptions, StartError } from './options.ts';
import type { Origins } from './services.ts';
import { startLocalServices } from './start.ts';

const shutdownDeadlineMs = 1900;

const banner = (origins: Origins, dataDir: string, seconds: number): string => `
  Coffer is ready (${seconds.toFixed(1)} s)

    App           ${origins.app}
    Console       ${origins.console}   mailbox, sales, faults
    User pool     ${origins.pool}
    Store API     ${origins.store}
    Card gateway  ${origins.gateway}

    Sign in       ${demoEmail} / ${demoPassword}
    Pay with      4111 1111 1111 1111, any future expiry, any 3-digit CVV

  Data is kept in ${dataDir}. Ctrl-C ends everything.

`;

const disposables = createDisposableStack();
let ending = false;

const end = async (exitCode: number): Promise<void> => {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(1), shutdownDeadlineMs).unref();
  await disposables.disposeAsync();
  process.exit(exitCode);
};

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void end(0));
watchNpm(() => void end(0));

try {
  const options = readOptions(process.argv.slice(2), process.env);
  const origins = await startLocalServices(options, process.env, disposables, () => {
    process.stderr.write('The store API keeps stopping. See its log for the reason.\n');
    void end(1);
  });
  process.send?.({ type: 'ready', origins });
  process.stdout.write(banner(origins, options.dataDir, performance.now() / 1000));
} catch (error) {
  if (!ending) {
    if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
    else console.error(error);
  }
  await end(1);
}

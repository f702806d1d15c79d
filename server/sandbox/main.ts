import { performance } from 'node:perf_hooks';
import { banner } from './banner.ts';
import { createDisposableStack } from './disposable-stack.ts';
import { watchNpm } from './npm-watch.ts';
import { readOptions } from './options.ts';
import { startSandbox } from './sandbox.ts';
import { StartError } from './start-error.ts';

const CLOSE_DEADLINE_MS = 1900;

const disposables = createDisposableStack();
let ending = false;

async function end(exitCode: number): Promise<void> {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref();
  await disposables.disposeAsync();
  process.exit(exitCode);
}

process.on('SIGINT', () => void end(0));
process.on('SIGTERM', () => void end(0));
process.on('SIGHUP', () => void end(0));
process.on('disconnect', () => void end(0));
watchNpm(() => void end(0));

try {
  const options = readOptions(process.argv.slice(2), process.env);
  const origins = await startSandbox(options, process.env, disposables, {
    onStoreFailed() {
      process.stderr.write('The store API ends again and again; its log tells why.\n');
      void end(1);
    },
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

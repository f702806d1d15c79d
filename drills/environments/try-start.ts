/** Runs `npm start` on free ports, and checks that each address that it prints responds. */
import { once } from 'node:events';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { makeFolder } from '../shared/folders.ts';
import { startProgram } from '../shared/program.ts';

const readyLimitMs = 120_000;

const disposables = createDisposableStack();
try {
  const env = { ...process.env, DATA_DIR: await makeFolder(disposables, 'start'), PORT: '0' };
  const { child, says, output } = startProgram('npm', ['start'], { env, detached: true });
  const pressCtrlC = () => process.kill(-Number(child.pid), 'SIGINT');
  const overdue = setTimeout(pressCtrlC, readyLimitMs);
  await says(/Ctrl-C ends everything/);
  clearTimeout(overdue);
  console.log(output());
  const origins = output().match(/http:\/\/localhost:\d+/g) ?? [];
  if (origins.length !== 5) throw new Error('It did not say that it is ready');
  for (const origin of origins) {
    const { status } = await fetch(origin);
    console.log(origin, status);
    if (status >= 500) throw new Error(`${origin} answers with ${status}`);
  }
  const ended = once(child, 'exit');
  pressCtrlC();
  await ended;
  console.log(`It ended with ${child.exitCode ?? child.signalCode}.`);
} finally {
  await disposables.disposeAsync();
}

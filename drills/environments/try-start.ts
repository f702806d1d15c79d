/** Runs `npm start` with the app's port taken, which one line must report, and then with free ports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const appPort = 5173;
const readyLimitMs = 120_000;

const dataDir = await mkdtemp(join(tmpdir(), 'coffer-start-'));

const launch = (variables: Record<string, string>) => {
  const child = spawn('npm', ['start'], {
    env: { ...process.env, DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  return { child, end: () => process.kill(-Number(child.pid), 'SIGINT') };
};

const beRefused = async (): Promise<void> => {
  const taker = createServer();
  taker.listen(appPort, '127.0.0.1');
  // If another program already has the port, that works, too.
  await once(taker, 'listening').catch(() => undefined);
  const { child } = launch({ PORT: String(appPort) });
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  taker.close();
  const line = `The app needs port ${appPort}, which is in use. Set PORT to another port, or stop the program that uses it.`;
  if (child.exitCode === 0 || !complaint.split('\n').includes(line)) {
    throw new Error(`Port ${appPort} was taken, and npm start said:\n${complaint}`);
  }
  console.log(line);
};

const answerEverywhere = async (): Promise<void> => {
  const { child, end } = launch({ PORT: '0' });
  const overdue = setTimeout(end, readyLimitMs);
  child.stderr.pipe(process.stderr);
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes('Ctrl-C ends everything')) break;
  }
  clearTimeout(overdue);
  child.stdout.resume();
  console.log(said);
  const origins = said.match(/http:\/\/localhost:\d+/g) ?? [];
  if (origins.length !== 5) throw new Error('It did not say that it is ready');
  for (const origin of origins) {
    const { status } = await fetch(origin);
    console.log(origin, status);
    if (status >= 500) throw new Error(`${origin} answers with ${status}`);
  }
  const ended = once(child, 'exit');
  end();
  await ended;
  console.log(`It ended with ${child.exitCode ?? child.signalCode}.`);
};

try {
  await beRefused();
  await answerEverywhere();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

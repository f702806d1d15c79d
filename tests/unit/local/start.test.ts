import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeDirectory, serve } from '../../../packages/local-services/test/serving.ts';

const start = async (env: Record<string, string>, args: string[] = []) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/main.ts', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { exitCode: child.exitCode, stdout, stderr };
};

test('npm start stops with one line that says what to change if a port is in use', async () => {
  const { port } = await serve(() => {});
  const dataDir = await makeDirectory();
  const ended = await start({ DATA_DIR: dataDir, PORT: String(port) });
  expect(ended).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `The app needs port ${port}, which is in use. Set PORT to another port, or stop the program that uses it.\n`,
  });
  expect(await readdir(dataDir)).toEqual(['.coffer-data']);
}, 30_000);

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeDirectory } from '../../local-services/test/serving.ts';

const program = ['--import', 'tsx', fileURLToPath(new URL('../src/cli.ts', import.meta.url))];

const run = (...args: string[]) =>
  new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [...program, ...args], (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
    onTestFinished(() => void child.kill());
  });

/** Starts the pool in `data` and stops it when the test ends. */
const start = async (data: string) => {
  const child = spawn(process.execPath, [...program, '--port', '0', '--data', data]);
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  for await (const line of createInterface(child.stdout)) {
    const [origin] = /http:\/\/localhost:\d+/.exec(line) ?? [];
    if (origin !== undefined) return { child, exit, origin, stderr: text(child.stderr) };
  }
  throw new Error(`It ended early: ${await text(child.stderr)}`);
};

test.each([
  [['--app', 'mailto:x'], '--app takes an origin like http://localhost:3000, not mailto:x'],
  [['--data', ''], '--data takes a directory'],
])('the pool’s program refuses the arguments %j with a one-line message', async (args, message) => {
  expect(await run(...args)).toEqual({ stdout: '', stderr: `local-cognito: ${message}\n` });
});

test.each([
  ['--version', /^\d+\.\d+\.\d+\n$/],
  ['-h', /^local-cognito: .*\n\n {2}--port/],
])('the pool’s program prints to stdout without an error for the flag %s', async (flag, output) => {
  expect(await run(flag)).toEqual({ stdout: expect.stringMatching(output), stderr: '' });
});

test('/local lists its routes, returns JSON for unknown ones, and refuses pages of other origins', async () => {
  const { origin } = await start(await makeDirectory());
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(origin + path, { headers });
    return { status: reply.status, body: await reply.json() };
  };
  const routes = ['GET /local/faults', 'POST /local/users/disable', 'PATCH /local/settings'];
  for (const path of ['/local', '/local/'])
    expect(await get(path)).toEqual({ status: 200, body: { routes: expect.arrayContaining(routes) } });
  expect(await get('/local/nothing')).toEqual({
    status: 404,
    body: { detail: 'No route for GET /local/nothing' },
  });
  expect(await get('/local/mail', { origin: 'http://localhost:3000' })).toEqual({
    status: 403,
    body: { detail: 'Pages of other origins may not send requests here' },
  });
});

test('a second process with the same data directory is refused until the first process stops', async () => {
  const data = await makeDirectory();
  const { child, exit } = await start(data);
  const { stderr } = await run('--port', '0', '--data', data);
  expect(stderr).toMatch(/^local-cognito: .* is in use by process \d+ \(.*\)\n$/);
  expect(stderr).toContain(`process ${child.pid} `);
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  await start(data);
});

test('changes that can’t be saved on shutdown are reported in one line', async () => {
  const data = await makeDirectory();
  const { child, exit, origin, stderr } = await start(data);
  await rm(data, { recursive: true });
  await fetch(`${origin}/local/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.com', password: 'Good-pass1!' }),
  });
  child.kill('SIGINT');
  expect(await exit).toEqual([1, null]);
  expect(await stderr).toMatch(/^The last changes could not be saved: .*ENOENT.*\n$/m);
});

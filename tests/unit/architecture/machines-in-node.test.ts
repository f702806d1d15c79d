import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

const observer = `
  const state = () => ({
    globals: Object.getOwnPropertyNames(globalThis),
    listeners: process.eventNames().map(String),
    pending: process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || /WRAP$/i.test(name)),
  });
  const before = state();
  for (const file of process.argv.slice(1)) await import(file);
  process.stdout.write(JSON.stringify({ before, after: state() }));
`;

const files = readdirSync('machines', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

test('machines are imported without a browser and leave nothing behind', async () => {
  const paths = files.map((name) => `./machines/${name}`);
  const args = ['--import', 'tsx', '--input-type=module', '--eval', observer, ...paths];
  const { stdout, stderr } = await run(process.execPath, args);
  expect(stderr).toBe('');
  const { before, after } = JSON.parse(stdout);
  for (const kind of Object.keys(before)) expect(before[kind]).toEqual(expect.arrayContaining(after[kind]));
});

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Imports one file in a process of its own and tells what the import left behind. */
const observer = `
  const state = () => ({
    globals: Object.getOwnPropertyNames(globalThis),
    listeners: process.eventNames().map(String),
    pending: process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || /WRAP$/i.test(name)),
  });
  const before = state();
  const exported = Object.keys(await import(process.argv[1]));
  const after = state();
  const left = Object.keys(after).flatMap((kind) => {
    const known = [...before[kind]];
    return after[kind].filter((name) => {
      const place = known.indexOf(name);
      if (place >= 0) known.splice(place, 1);
      return place < 0;
    });
  });
  process.stdout.write(JSON.stringify({ exported, left }));
`;

const observe = async (file: string): Promise<unknown> => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', observer, `./${file}`];
  const { stdout, stderr } = await run(process.execPath, args);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

const files = readdirSync('machines').filter((name) => name.endsWith('.ts'));

test.each(files)('%s is imported without a browser and leaves nothing behind', async (name) => {
  expect(await observe(`machines/${name}`)).toMatchObject({ left: [] });
});

test('what an import leaves behind is seen', async () => {
  expect(await observe('tests/unit/architecture/fixtures/side-effects.ts')).toEqual({
    exported: ['exported'],
    left: expect.arrayContaining(['leftBehind', 'beforeExit', 'Timeout']),
  });
});

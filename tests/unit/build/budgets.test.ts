import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checksOf, stableName } from '../../../build/budgets.ts';

let site = '';

beforeEach(async () => {
  site = mkdtempSync(join(tmpdir(), 'coffer-budgets-'));
  await mkdir(join(site, 'assets'));
});

afterEach(() => rmSync(site, { recursive: true }));

const addAsset = (file: string) => writeFile(join(site, 'assets', file), '');

const budgets = {
  files: [
    { name: 'first.js', limit: 100, holds: 'the start' },
    { name: 'later.js', limit: 10, holds: 'the rest' },
  ],
  firstLoads: [{ page: 'login', js: 100, css: 0 }],
};

test.each([
  ['assets/first-BDd2nEyq.js', 'first.js'],
  ['assets/first-theme-d8b16f4b.js', 'first-theme.js'],
  ['assets/dashboard-later-C-w_lvuR.css', 'dashboard-later.css'],
  ['assets/elk.bundled-7jIWcfD2.js', 'elk.bundled.js'],
])('%s is %s in every build', (fileName, name) => {
  expect(stableName(fileName)).toBe(name);
});

test('a file and a page’s first load are checked as they are sent', async () => {
  for (const file of ['first-BDd2nEyq.js', 'first-BDd2nEyq.js.br', 'later-7jIWcfD2.js']) await addAsset(file);
  await writeFile(join(site, 'login.html'), '<script src="/assets/first-BDd2nEyq.js"></script>');
  const first = [join(site, 'assets/first-BDd2nEyq.js.br')];
  expect(checksOf(site, budgets)).toMatchObject([
    { name: 'first.js: the start', limit: '100 B', path: first },
    { name: 'later.js: the rest', limit: '10 B', path: [join(site, 'assets/later-7jIWcfD2.js')] },
    { name: 'first load of /login, scripts', limit: '100 B', path: first },
    { name: 'first load of /login, styles', limit: '0 B', path: [] },
  ]);
});

test.each([
  ['a file without a budget', ['more-7jIWcfD2.js'], 'more.js has no budget'],
  [
    'a second file of the same name',
    ['first-7jIWcfD2.js'],
    'first.js has no budget, or is in the build twice',
  ],
  ['a budget without a file', [], 'later.js has a budget, but is not in the build'],
])('%s is a problem', async (_what, more, problem) => {
  for (const file of ['first-BDd2nEyq.js', ...more]) await addAsset(file);
  expect(() => checksOf(site, budgets)).toThrow(problem);
});

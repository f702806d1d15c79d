import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budgetTables } from '../../../build/chunk-budgets.ts';
import { type BuiltChunk, firstLoadOf, stableName, weigh } from '../../../build/first-load.ts';

const chunk = (fileName: string, more: Partial<BuiltChunk> = {}): BuiltChunk => ({
  fileName,
  isEntry: false,
  facadeModuleId: null,
  moduleIds: [],
  imports: [],
  ...more,
});

const chunks = [
  chunk('entry.js', { isEntry: true, moduleIds: ['/src/main.tsx'], imports: ['react.js', 'router.js'] }),
  chunk('react.js'),
  chunk('router.js', { imports: ['react.js', 'entry.js'] }),
  chunk('login.js', { facadeModuleId: '/src/login.tsx?split=component', imports: ['form.js'] }),
  chunk('login-crash.js', { moduleIds: ['/src/crash.tsx', '/src/login.tsx?split=errorComponent'] }),
  chunk('form.js', { imports: ['vendor.js'] }),
  chunk('vendor.js'),
  chunk('dashboard.js', { facadeModuleId: '/src/dashboard.tsx', imports: ['form.js', 'luxon.js'] }),
  chunk('luxon.js'),
];

const names = (sources: string[]) =>
  firstLoadOf(chunks, sources)
    .map(({ fileName }) => fileName)
    .sort();

test('the entry brings what it imports, each file once', () => {
  expect(names([])).toEqual(['entry.js', 'react.js', 'router.js']);
});

test('a page brings every chunk of its source, and their imports', () => {
  expect(names(['/src/login.tsx'])).toEqual([
    'entry.js',
    'form.js',
    'login-crash.js',
    'login.js',
    'react.js',
    'router.js',
    'vendor.js',
  ]);
});

test('a source that is part of the entry adds nothing', () => {
  expect(names(['/src/main.tsx'])).toEqual(names([]));
});

test('a source that is in no chunk is an error', () => {
  expect(() => names(['/src/gone.tsx'])).toThrow('No chunk contains /src/gone.tsx');
});

test.each([
  ['assets/first-BDd2nEyq.js', 'first.js'],
  ['assets/first-theme-d8b16f4b.js', 'first-theme.js'],
  ['assets/dashboard-later-C-w_lvuR.css', 'dashboard-later.css'],
  ['assets/elk.bundled-7jIWcfD2.js', 'elk.bundled.js'],
])('%s is %s in every build', (fileName, name) => {
  expect(stableName(fileName)).toBe(name);
});

const budgets = [
  { name: 'first.js', holds: '', limit: 100 },
  { name: 'later.js', holds: '', limit: 10 },
];

test.each([
  ['nothing', { first: 100, later: 10 }, []],
  ['a file that outgrew its budget', { first: 101, later: 10 }, ['first.js takes 101 bytes of 100']],
  ['a file without a budget', { first: 100, later: 10, more: 1 }, ['more.js has no budget']],
  ['a budget without a file', { first: 100 }, ['later.js has a budget, but is not in the build']],
])('of the files of a build, %s is a problem', (_what, sizes, problems) => {
  const files = Object.entries(sizes).map(([name, bytes]) => ({
    fileName: `assets/${name}-BDd2nEyq.js`,
    bytes,
  }));
  expect(weigh(files, budgets).problems).toEqual(problems);
});

test('two files with the same name are a problem, because they would share a budget', () => {
  const files = ['first-BDd2nEyq.js', 'first-7jIWcfD2.js', 'later-7jIWcfD2.js'];
  expect(
    weigh(
      files.map((fileName) => ({ fileName, bytes: 1 })),
      budgets,
    ).problems,
  ).toEqual(['first.js is in the build twice']);
});

test('the performance document has the current budget tables', () => {
  const [, tables] =
    /<!-- budgets -->\n\n(.*?)\n\n<!-- end of budgets -->/s.exec(
      readFileSync('docs/performance.md', 'utf8'),
    ) ?? [];
  expect(tables).toBe(budgetTables());
});

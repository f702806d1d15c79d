import { expect, test } from 'vitest';
import { type BuiltChunk, firstLoadOf } from '../../../build/prerender/first-load.ts';

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

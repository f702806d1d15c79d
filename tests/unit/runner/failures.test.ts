import { expect, test } from 'vitest';
import { failuresOf } from '#tests/runner/failures.ts';
import type { Failure } from '#tests/runner/reports.ts';

const part = (name: string, failures: readonly Failure[]) =>
  ({ name, outcome: 'failed', passed: 0, failed: failures.length, failures, seconds: 1 }) as const;

test('nothing failed, nothing is told', () => {
  expect(failuresOf([part('unit', [])])).toBe('');
});

test('each test that failed is told with its part and the beginning of its reason', () => {
  const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n\n');
  expect(
    failuresOf([
      part('unit', [{ test: 'a.test.ts › adds', reason: '' }]),
      part('faults', [{ test: 'b.spec.ts › pays', reason: long }]),
    ]).split('\n'),
  ).toEqual([
    '✘ unit › a.test.ts › adds',
    '✘ faults › b.spec.ts › pays',
    ...Array.from({ length: 12 }, (_, line) => `    line ${line}`),
  ]);
});

test('of many that failed the first are told, and the rest are counted', () => {
  const failures = Array.from({ length: 23 }, (_, index) => ({
    test: `test ${index}`,
    reason: '',
  }));
  const lines = failuresOf([part('unit', failures)]).split('\n');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('✘ and 3 more');
});

import { expect, test } from 'vitest';
import { summaryOf } from '#tests/runner/summary.ts';

test('a row for each part, and the sum alone on the last line', () => {
  expect(
    summaryOf([
      { name: 'types', outcome: 'passed', passed: 0, failed: 0, failures: [], seconds: 3.21 },
      { name: 'unit', outcome: 'failed', passed: 120, failed: 2, failures: [], seconds: 10 },
      { name: 'browser', outcome: 'not run', passed: 0, failed: 1, failures: [], seconds: 0 },
    ]).split('\n'),
  ).toEqual([
    'types    passed                          3.2 s',
    'unit     failed   120 passed, 2 failed  10.0 s',
    'browser  not run  0 passed, 1 failed     0.0 s',
    '',
    '120 passed, 3 failed',
  ]);
});

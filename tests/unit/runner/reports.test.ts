import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '#tests/runner/reports.ts';

const vitestReport = (counts: object, testResults: object[] = []) =>
  JSON.stringify({ numTotalTests: 5, numPassedTests: 5, testResults, ...counts });

const playwrightReport = (stats: object, errors: object[] = []) =>
  JSON.stringify({
    stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    suites: [],
    errors,
  });

test('Vitest: what did not pass failed, skipped tests among it', () => {
  expect(readVitestReport(vitestReport({}))).toMatchObject({ passed: 5, failed: 0 });
  expect(readVitestReport(vitestReport({ numPassedTests: 3 }))).toMatchObject({ passed: 3, failed: 2 });
});

test('Vitest: what failed is named with its reason, and a file that broke before its first test is a failure', () => {
  const files = [
    { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'adds up', status: 'failed', failureMessages: ['\u001b[31m3 is not 4\u001b[39m'] },
        { fullName: 'is passed', status: 'passed', failureMessages: [] },
        { fullName: 'is left out', status: 'skipped' },
      ],
    },
  ];
  expect(readVitestReport(vitestReport({ numPassedTests: 3 }, files))).toEqual({
    passed: 3,
    failed: 3,
    failures: [
      { test: 'b.test.ts › adds up', reason: '3 is not 4' },
      { test: 'b.test.ts › is left out', reason: '' },
      { test: 'a.test.ts', reason: 'no such module' },
    ],
  });
});

test('Playwright: what did not pass at once failed', () => {
  expect(readPlaywrightReport(playwrightReport({}))).toMatchObject({ passed: 4, failed: 0 });
  expect(readPlaywrightReport(playwrightReport({ unexpected: 1, flaky: 2, skipped: 3 }))).toMatchObject({
    passed: 4,
    failed: 6,
  });
});

test('Playwright: what failed is named with its reasons, in whatever suite of suites it stands', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  const report = JSON.stringify({
    ...JSON.parse(playwrightReport({ expected: 1, unexpected: 1 }, [{ message: 'no browser' }])),
    suites: [
      { specs: [spec('pays', 'expected')], suites: [{ specs: [spec('signs in', 'unexpected', 'a', 'b')] }] },
    ],
  });
  expect(readPlaywrightReport(report)).toEqual({
    passed: 1,
    failed: 2,
    failures: [
      { test: 'a.spec.ts › signs in', reason: 'a\nb' },
      { test: 'outside of any test', reason: 'no browser' },
    ],
  });
});

test.each(['', '{', '{}', 'null'])('%j is no report', (text) => {
  expect(readVitestReport(text)).toBeUndefined();
  expect(readPlaywrightReport(text)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from '#tests/runner/reports.ts';

const vitestReport = (counts: object, testResults: object[] = []) =>
  JSON.stringify({ numTotalTests: 5, numPassedTests: 5, testResults, ...counts });

const playwrightReport = (stats: object, errors: object[] = []) =>
  JSON.stringify({ stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors });

test('Vitest: what did not pass failed, skipped tests among it', () => {
  expect(readVitestReport(vitestReport({}))).toEqual({ passed: 5, failed: 0 });
  expect(readVitestReport(vitestReport({ numPassedTests: 3 }))).toEqual({ passed: 3, failed: 2 });
});

test('Vitest: a file that broke before its first test is a failure', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
    { status: 'passed', assertionResults: [{}] },
  ];
  expect(readVitestReport(vitestReport({ numPassedTests: 4 }, files))).toEqual({ passed: 4, failed: 2 });
});

test('Playwright: what did not pass at once failed', () => {
  expect(readPlaywrightReport(playwrightReport({}))).toEqual({ passed: 4, failed: 0 });
  expect(readPlaywrightReport(playwrightReport({ unexpected: 1, flaky: 2, skipped: 3 }))).toEqual({
    passed: 4,
    failed: 6,
  });
});

test('Playwright: an error outside of any test is a failure', () => {
  expect(readPlaywrightReport(playwrightReport({}, [{}]))).toEqual({ passed: 4, failed: 1 });
});

test.each(['', '{', '{}', 'null'])('%j is no report', (text) => {
  expect(readVitestReport(text)).toBeUndefined();
  expect(readPlaywrightReport(text)).toBeUndefined();
});

import * as v from 'valibot';

/** How many tests a suite holds and how many of them passed. A test that was skipped did not pass. */
export interface SuiteReport {
  readonly passed: number;
  readonly failed: number;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const fromJson = v.pipe(v.string(), v.parseJson());

const vitestReportSchema = v.pipe(
  fromJson,
  v.object({
    numTotalTests: count,
    numPassedTests: count,
    testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
  }),
);

const playwrightReportSchema = v.pipe(
  fromJson,
  v.object({
    stats: v.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
    errors: v.array(v.unknown()),
  }),
);

/** What Vitest's JSON reporter wrote, if it is that. A file that broke before its first test counts as one failure. */
export function readVitestReport(json: string): SuiteReport | undefined {
  const { success, output } = v.safeParse(vitestReportSchema, json);
  if (!success) return undefined;
  const brokenFiles = output.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: output.numPassedTests,
    failed: output.numTotalTests - output.numPassedTests + brokenFiles.length,
  };
}

/** What Playwright's JSON reporter wrote, if it is that. An error outside of any test counts as one failure. */
export function readPlaywrightReport(json: string): SuiteReport | undefined {
  const { success, output } = v.safeParse(playwrightReportSchema, json);
  if (!success) return undefined;
  const { expected, unexpected, flaky, skipped } = output.stats;
  return { passed: expected, failed: unexpected + flaky + skipped + output.errors.length };
}

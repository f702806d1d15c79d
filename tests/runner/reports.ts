import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

/** A test that did not pass. */
export interface Failure {
  /** Its file, if the report tells, and its titles. */
  readonly test: string;
  /** Why, in plain text; empty for a test that was skipped. */
  readonly reason: string;
}

/** How many tests a suite holds and how many of them passed. A test that was skipped did not pass. */
export interface SuiteReport {
  readonly passed: number;
  readonly failed: number;
  /** What the report tells of those that failed. */
  readonly failures: readonly Failure[];
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const fromJson = v.pipe(v.string(), v.parseJson());

/** Test runners colour their messages. */
const message = v.pipe(v.string(), v.transform(stripVTControlCharacters));

const vitestReportSchema = v.pipe(
  fromJson,
  v.object({
    numTotalTests: count,
    numPassedTests: count,
    testResults: v.array(
      v.object({
        name: v.pipe(
          v.string(),
          v.transform((path) => relative('.', path)),
        ),
        status: v.string(),
        message: v.optional(message, ''),
        assertionResults: v.array(
          v.object({
            fullName: v.string(),
            status: v.string(),
            failureMessages: v.optional(v.nullable(v.array(message)), []),
          }),
        ),
      }),
    ),
  }),
);

const playwrightErrorSchema = v.object({ message: v.optional(message, '') });

const playwrightSpecSchema = v.object({
  title: v.string(),
  file: v.string(),
  tests: v.array(
    v.object({
      status: v.string(),
      results: v.array(v.object({ errors: v.array(playwrightErrorSchema) })),
    }),
  ),
});

interface PlaywrightSuite {
  readonly specs: readonly v.InferOutput<typeof playwrightSpecSchema>[];
  readonly suites?: readonly PlaywrightSuite[] | undefined;
}

const playwrightSuiteSchema: v.GenericSchema<unknown, PlaywrightSuite> = v.object({
  specs: v.array(playwrightSpecSchema),
  suites: v.optional(v.array(v.lazy(() => playwrightSuiteSchema))),
});

const playwrightReportSchema = v.pipe(
  fromJson,
  v.object({
    stats: v.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
    suites: v.array(playwrightSuiteSchema),
    errors: v.array(playwrightErrorSchema),
  }),
);

/** What Vitest's JSON reporter wrote, if it is that. A file that broke before its first test counts as one failure. */
export const readVitestReport = (json: string): SuiteReport | undefined => {
  const { success, output } = v.safeParse(vitestReportSchema, json);
  if (!success) return undefined;
  const brokenFiles = output.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failedTests = output.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) => ({
        test: `${name} › ${fullName}`,
        reason: (failureMessages ?? []).join('\n'),
      })),
  );
  return {
    passed: output.numPassedTests,
    failed: output.numTotalTests - output.numPassedTests + brokenFiles.length,
    failures: [...failedTests, ...brokenFiles.map(({ name, message }) => ({ test: name, reason: message }))],
  };
};

/** What Playwright's JSON reporter wrote, if it is that. An error outside of any test counts as one failure. */
export const readPlaywrightReport = (json: string): SuiteReport | undefined => {
  const { success, output } = v.safeParse(playwrightReportSchema, json);
  if (!success) return undefined;
  const { expected, unexpected, flaky, skipped } = output.stats;
  const failedTests = output.suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ results }) => ({
        test: `${file} › ${title}`,
        reason: reasonOf(results.flatMap((r) => r.errors)),
      })),
  );
  return {
    passed: expected,
    failed: unexpected + flaky + skipped + output.errors.length,
    failures: [
      ...failedTests,
      ...output.errors.map((error) => ({ test: 'outside of any test', reason: reasonOf([error]) })),
    ],
  };
};

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const reasonOf = (errors: readonly v.InferOutput<typeof playwrightErrorSchema>[]): string =>
  errors.map(({ message }) => message).join('\n');

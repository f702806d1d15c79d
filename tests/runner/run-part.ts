import { readdir, readFile, rm } from 'node:fs/promises';
import type { Part, Suite } from './parts.ts';
import { type Output, runProgram } from './program.ts';
import type { Failure, SuiteReport } from './reports.ts';

export interface PartResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'no tests yet' | 'not run';
  /** The tests counted. A part that failed without a count is one failure. */
  readonly passed: number;
  readonly failed: number;
  /** What is known of the tests that failed. */
  readonly failures: readonly Failure[];
  readonly seconds: number;
}

const nothing: SuiteReport = { passed: 0, failed: 0, failures: [] };
const oneFailure: SuiteReport = { passed: 0, failed: 1, failures: [] };

/** A part that was left out because what it needs has failed: a failure of its own. */
export const notRun = ({ name }: Part): PartResult => ({
  name,
  outcome: 'not run',
  ...oneFailure,
  seconds: 0,
});

/**
 * Runs one part to its end. A suite fails with any test that did not pass, and also when it ran no test at all.
 *
 * @param output as `runProgram` takes it
 */
export const runPart = async (
  { name, program, args, suite }: Part,
  interruption: AbortSignal,
  output: Output = 'at once',
): Promise<PartResult> => {
  if (suite !== undefined && !(await hasTests(suite)))
    return { name, outcome: 'no tests yet', ...nothing, seconds: 0 };

  const start = performance.now();
  if (suite !== undefined) await rm(suite.reportFile, { force: true });
  const succeeded = await runProgram(program, args, interruption, output);
  const report = suite === undefined ? nothing : await reportOf(suite);
  const seconds = (performance.now() - start) / 1000;

  if (succeeded && report.failed === 0) return { name, outcome: 'passed', ...report, seconds };
  return { name, outcome: 'failed', ...(report.failed === 0 ? { ...report, failed: 1 } : report), seconds };
};

const hasTests = async ({ folders, testFiles }: Suite): Promise<boolean> => {
  const files = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true }).catch(() => [])),
  );
  return files.flat().some((file) => testFiles.test(file));
};

const reportOf = async ({ reportFile, readReport, folders }: Suite): Promise<SuiteReport> => {
  const json = await readFile(reportFile, 'utf8').catch(() => undefined);
  if (json === undefined) return oneFailure;
  const report = readReport(json);
  if (report === undefined) console.error(`${reportFile} can't be read.`);
  else if (report.passed + report.failed > 0) return report;
  else console.error(`No test ran, although there are some in ${folders.join(', ')}.`);
  return oneFailure;
};

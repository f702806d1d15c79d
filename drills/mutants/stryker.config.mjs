/** Runs unit tests against a seeded sample of mutants: `npm run mutants`. SEED and MUTANTS change the sample. */
import { rangeOf, sample, seed } from './sample.mjs';

console.log(`${sample.length} mutants: SEED=${seed} npm run mutants repeats this sample.`);

export default {
  mutate: sample.map(rangeOf),
  plugins: ['@stryker-mutator/vitest-runner', './drills/mutants/sample-checker.mjs'],
  checkers: ['sample'],
  testRunner: 'vitest',
  vitest: { configFile: 'drills/mutants/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // Mutants in code that runs at import would need every test.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  // Name a file that doesn't exist: Stryker reads tsconfig.json with an API that TypeScript 7 doesn't have.
  tsconfigFile: 'none.json',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: 'test-results/mutants.json' },
};

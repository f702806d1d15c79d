/** Unit tests against a seeded sample of mutants: `npm run mutants`. SEED and MUTANTS select another one. */
import { rangeOf, sample, seed } from './sample.mjs';

console.log(`${sample.length} mutants: SEED=${seed} npm run mutants repeats this sample.`);

export default {
  mutate: sample.map(rangeOf),
  plugins: ['@stryker-mutator/vitest-runner', './drills/mutants/sample-checker.mjs'],
  checkers: ['sample'],
  testRunner: 'vitest',
  vitest: { configFile: 'drills/mutants/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // A mutant in code that runs at import would need every test.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  // Stryker would read tsconfig.json with an API that TypeScript 7 doesn't have.
  tsconfigFile: 'none.json',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: 'test-results/mutants.json' },
};

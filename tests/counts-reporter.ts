import type { FullConfig, Reporter as PlaywrightReporter, Suite } from '@playwright/test/reporter';
import type { SerializedError, TestModule, Reporter as VitestReporter } from 'vitest/node';

const print = (passed: number, failed: number): void => console.log(`\n${passed} passed, ${failed} failed`);

/** Makes Vitest and Playwright print the same last line. An error outside tests counts as a failure. */
export default class CountsReporter implements PlaywrightReporter, VitestReporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    const outcomes = this.#suite?.allTests().map((test) => test.outcome()) ?? [];
    const passed = outcomes.filter((outcome) => outcome === 'expected').length;
    print(passed, outcomes.length - passed + this.#errors);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    // A test that skips itself while running counts as failed. A filtered test doesn't count.
    const failed = tests.filter(
      (test) => test.options.mode === 'run' && test.result().state !== 'passed',
    ).length;
    const broken = suites.filter((suite) => suite.errors().length > 0).length;
    print(passed, failed + broken + errors.length);
  }
}

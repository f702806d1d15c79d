import type { FullConfig, Reporter as PlaywrightReporter, Suite } from '@playwright/test/reporter';
import type { SerializedError, TestModule, Reporter as VitestReporter } from 'vitest/node';

const print = (passed: number, failed: number): void => console.log(`\n${passed} passed, ${failed} failed`);

/** Ends the output of Vitest and of Playwright with the same line. An error outside of any test counts as a failure. */
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
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => states.filter((one) => one === state).length;
    print(count('passed'), count('failed') + brokenFiles + errors.length);
  }
}

import { test } from '@playwright/test';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { stateText } from '#tests/models/expectation.ts';
import type { TestPath, TestPathStep } from '#tests/models/test-path.ts';
import type { AnyBrowserTestModel } from './browser-test-model.ts';
import type { Driver } from './driver.ts';
import { closeToasts } from './held-toasts.ts';

/**
 * Executes each step's event in the real app, then asserts the emitted events and the state.
 * @returns the names of the transitions taken
 */
export const executePath = async (
  testModel: AnyBrowserTestModel,
  path: TestPath,
  driver: Driver,
): Promise<readonly string[]> => {
  const { initial, steps } = path;
  const executorOf = (step: TestPathStep | undefined) =>
    step === undefined ? undefined : testModel.eventExecutors[step.eventCase.name];

  const start = testModel.starts[path.start];
  if (start === undefined) throw new Error(`There is no start for "${path.start}"`);
  await test.step(path.start, () => start(driver, path));
  await assertStep(testModel, driver, initial, []);

  let prepared = 0;
  const prepareThrough = async (last: number) => {
    for (; prepared <= last; prepared += 1) await executorOf(steps[prepared])?.prepare?.(driver);
  };

  let emitted: readonly EventObject[] = [];
  for (const [index, step] of steps.entries()) {
    const next = executorOf(steps[index + 1]);
    let last = index + 1;
    // Immediate steps in a row leave no time between them, so prepare all of them now.
    while (executorOf(steps[last])?.immediate && executorOf(steps[last + 1])?.immediate) last += 1;
    await prepareThrough(last);
    await test.step(step.eventCase.name, async () => executorOf(step)?.execute(driver, step.before));
    emitted = [...emitted, ...step.emitted];
    if (next?.immediate) continue;
    await assertStep(testModel, driver, step.after, emitted);
    emitted = [];
  }
  await testModel.assertAtEnd?.(driver);
  return steps.at(-1)?.taken ?? [];
};

const assertStep = (
  { emittedEventAssertions, stateAssertions }: AnyBrowserTestModel,
  driver: Driver,
  snapshot: AnyMachineSnapshot,
  emitted: readonly EventObject[],
): Promise<void> => {
  const states = stateText(snapshot.value);
  return test.step(`is in ${states}`, async () => {
    for (const event of emitted) {
      const assertEmitted = emittedEventAssertions[event.type];
      if (assertEmitted === undefined) throw new Error(`There is no assertion for the event ${event.type}`);
      await assertEmitted(driver, event, snapshot);
    }
    if (emitted.length > 0) await closeToasts(driver.screens);
    for (const state of states.split(', ')) {
      const assertState = stateAssertions[state];
      if (assertState === undefined) throw new Error(`There is no assertion for the state ${state}`);
      await assertState(driver, snapshot);
    }
  });
};

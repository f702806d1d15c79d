import type { AnyMachineSnapshot } from 'xstate';
import type { Path } from './paths.ts';
import type { TestStep } from './test-model.ts';
import type { BeginWalk } from './walk.ts';

export interface TestPath {
  readonly start: string;
  readonly initial: AnyMachineSnapshot;
  readonly steps: readonly TestPathStep[];
}

export interface TestPathStep extends Pick<TestStep, 'before' | 'eventCase' | 'after' | 'emitted'> {
  /** All transitions taken so far, by name. */
  readonly taken: readonly string[];
}

export const pathOf = ({ start, steps }: TestPath): Path => ({
  start,
  eventCases: steps.map(({ eventCase }) => eventCase),
});

export const caseNamesOf = ({ steps }: TestPath): readonly string[] =>
  steps.map(({ eventCase }) => eventCase.name);

/** Runs a path in advance to learn the state after each step, which the screen must show. */
export const simulatePath = async (begin: BeginWalk, path: Path): Promise<TestPath> => {
  const walk = await begin(path.start);
  const initial = walk.snapshot();
  const steps: TestPathStep[] = [];
  try {
    for (const eventCase of path.eventCases)
      steps.push({ ...(await walk.take(eventCase)), taken: [...walk.taken] });
    return { start: path.start, initial, steps };
  } finally {
    walk.stop();
  }
};

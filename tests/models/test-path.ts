import type { AnyMachineSnapshot } from 'xstate';
import type { Path } from './paths.ts';
import type { TestStep } from './test-model.ts';
import type { BeginWalk } from './walk.ts';

/** A path as the machine takes it by itself, without a screen. */
export interface TestPath {
  readonly start: string;
  readonly initial: AnyMachineSnapshot;
  readonly steps: readonly TestPathStep[];
}

export interface TestPathStep extends Pick<TestStep, 'before' | 'eventCase' | 'after' | 'emitted'> {
  /** The names of the transitions that had been taken by then. */
  readonly taken: readonly string[];
}

/** The path that was taken. */
export const pathOf = ({ start, steps }: TestPath): Path => ({
  start,
  eventCases: steps.map(({ eventCase }) => eventCase),
});

/** The names of a path's event cases, in their order. */
export const caseNamesOf = ({ steps }: TestPath): readonly string[] =>
  steps.map(({ eventCase }) => eventCase.name);

/** Takes a path in advance: what a screen has to show after each step, and which transitions are taken by it. */
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

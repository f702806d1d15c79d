import type { AnyTestModel, EventCase, TestStep } from './test-model.ts';
import type { Walk } from './walk.ts';

/**
 * A way on is always there: something that runs and will end, or an event that the state takes, which is the dearer
 * question.
 */
const isDeadEnd = (walk: Walk, eventCases: readonly EventCase[]): boolean =>
  !eventCases.some((eventCase) => eventCase.kind !== 'event' && walk.isPossible(eventCase)) &&
  !eventCases.some((eventCase) => eventCase.kind === 'event' && walk.snapshot().can(eventCase.event));

/** The invariants that a step breaks, by their names. */
export const brokenInvariants = (
  model: AnyTestModel,
  eventCases: readonly EventCase[],
  walk: Walk,
  step: TestStep,
): string[] => {
  const broken = Object.entries(model.invariants).flatMap(([name, holds]) => (holds(step) ? [] : [name]));
  return isDeadEnd(walk, eventCases) ? [...broken, 'there is always a way on'] : broken;
};

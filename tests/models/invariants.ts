import type { AnyTestModel, EventCase, TestStep } from './test-model.ts';
import type { Walk } from './walk.ts';

/** Whether nothing running can end and the state takes no event. Checks events last: that is slower. */
const isDeadEnd = (walk: Walk, eventCases: readonly EventCase[]): boolean =>
  !eventCases.some((eventCase) => eventCase.kind !== 'event' && walk.isPossible(eventCase)) &&
  !eventCases.some((eventCase) => eventCase.kind === 'event' && walk.snapshot().can(eventCase.event));

export const brokenInvariants = (
  model: AnyTestModel,
  eventCases: readonly EventCase[],
  walk: Walk,
  step: TestStep,
): string[] => {
  const broken = Object.entries(model.invariants).flatMap(([name, holds]) => (holds(step) ? [] : [name]));
  return isDeadEnd(walk, eventCases) ? [...broken, 'there is always a way on'] : broken;
};

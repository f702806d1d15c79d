import type { Model, Step } from './model.ts';
import type { Stimulus } from './stimuli.ts';
import type { Walk } from './walk.ts';

/** A way on is always there: an event that the state takes, or something that runs and will end. */
const isDeadEnd = (walk: Walk, stimuli: readonly Stimulus[]): boolean =>
  !stimuli.some((stimulus) =>
    stimulus.kind === 'event' ? walk.snapshot().can(stimulus.event) : walk.isPossible(stimulus),
  );

/** The promises that a step breaks, by their sentences. */
export function brokenPromises(model: Model, stimuli: readonly Stimulus[], walk: Walk, step: Step): string[] {
  const broken = Object.entries(model.promises).flatMap(([sentence, holds]) =>
    holds(step) ? [] : [sentence],
  );
  return isDeadEnd(walk, stimuli) ? [...broken, 'there is always a way on'] : broken;
}

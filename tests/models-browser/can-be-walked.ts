import type { Rehearsal } from '#tests/models/rehearse.ts';
import type { Manual } from './manual.ts';

/** Whether there is a way to do each step where it stands, and the services can play their part in all of them. */
export const canBeWalked = ({ gestures, isCausable = () => true }: Manual, walk: Rehearsal): boolean =>
  isCausable(walk) &&
  walk.steps.every(({ stimulus, before }) => {
    const gesture = gestures[stimulus.words];
    return gesture !== undefined && gesture.when?.(before) !== false;
  });

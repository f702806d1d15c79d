import type { AnyMachineSnapshot } from 'xstate';
import { pathsOf } from '#tests/models/paths.ts';
import { type Rehearsal, rehearse } from '#tests/models/rehearse.ts';
import type { Stimulus } from '#tests/models/stimuli.ts';
import { transitionsOf } from '#tests/models/transitions.ts';
import { prepareWalks } from '#tests/models/walk.ts';
import type { Manual } from './manual.ts';

export interface Choice {
  /** The paths to walk: together they take every transition that any path can take in a browser. */
  readonly walks: readonly Rehearsal[];
  /** The names of the transitions that no path takes in a browser. */
  readonly untaken: readonly string[];
}

/** Chooses few and short paths that take as much as possible, the same ones each time. */
export async function chooseWalks(manual: Manual): Promise<Choice> {
  const { model } = manual;
  const begin = prepareWalks(model);
  const candidates: Rehearsal[] = [];
  const isInReach = ({ words }: Stimulus, before: AnyMachineSnapshot) => {
    const gesture = manual.gestures[words];
    return gesture !== undefined && gesture.when?.(before) !== false;
  };
  for (const path of pathsOf(model, isInReach)) {
    const walkable = longestWalkable(manual, await rehearse(begin, path));
    if (walkable.steps.length > 0) candidates.push(walkable);
  }

  const all = transitionsOf(model.machine).map(({ name }) => name);
  const untaken = new Set(all);
  const walks: Rehearsal[] = [];
  for (;;) {
    const newIn = ({ steps }: Rehearsal) => (steps.at(-1)?.taken ?? []).filter((name) => untaken.has(name));
    const worth = (rehearsal: Rehearsal) => newIn(rehearsal).length / (costOfStart + rehearsal.steps.length);
    const best = candidates.reduce<Rehearsal | undefined>(
      (leading, one) => (leading === undefined || worth(one) > worth(leading) ? one : leading),
      undefined,
    );
    if (best === undefined || newIn(best).length === 0) break;
    const trimmed = trimmedTo(best, new Set(newIn(best)));
    for (const name of newIn(best)) untaken.delete(name);
    walks.push(trimmed);
  }
  return { walks, untaken: all.filter((name) => untaken.has(name)) };
}

/** To open the app takes about as long as so many steps. */
const costOfStart = 3;

/** A path up to the first step that the services can't bring about. */
function longestWalkable({ isCausable = () => true }: Manual, rehearsal: Rehearsal): Rehearsal {
  const stuck = rehearsal.steps.findIndex(
    (_, index) => !isCausable({ ...rehearsal, steps: rehearsal.steps.slice(0, index + 1) }),
  );
  return stuck < 0 ? rehearsal : { ...rehearsal, steps: rehearsal.steps.slice(0, stuck) };
}

/** A path up to the step that takes the last of the wanted transitions. */
function trimmedTo(rehearsal: Rehearsal, wanted: ReadonlySet<string>): Rehearsal {
  const end = rehearsal.steps.findIndex(({ taken }) => [...wanted].every((name) => taken.includes(name)));
  return { ...rehearsal, steps: rehearsal.steps.slice(0, end + 1) };
}

import type { AnyMachineSnapshot } from 'xstate';
import { pathsOf } from '#tests/models/paths.ts';
import { type Rehearsal, rehearse } from '#tests/models/rehearse.ts';
import type { Stimulus } from '#tests/models/stimuli.ts';
import { transitionsOf } from '#tests/models/transitions.ts';
import { type BeginWalk, prepareWalks } from '#tests/models/walk.ts';
import { canBeWalked } from './can-be-walked.ts';
import type { Manual } from './manual.ts';
import { type Routes, routesOf } from './routes.ts';

export interface Choice {
  /** The paths to walk: together they take every transition that any of them can take in a browser. */
  readonly walks: readonly Rehearsal[];
  /** The names of the transitions that no path takes in a browser. */
  readonly untaken: readonly string[];
}

/** To open the app takes about as long as a few steps; a longer walk says less of where it went wrong. */
const longestWalk = 12;

/** Chooses few and short paths that take as much as possible, the same ones each time. */
export async function chooseWalks(manual: Manual): Promise<Choice> {
  const { model } = manual;
  const begin = prepareWalks(model);
  const starts = Object.keys(model.starts).map((start) => ({ start, routes: routesOf(manual, start) }));

  const all = transitionsOf(model.machine).map(({ name }) => name);
  const untaken = new Set(all);
  const walks: Rehearsal[] = [];
  for (;;) {
    const tours: Rehearsal[] = [];
    for (const { start, routes } of starts) tours.push(await tour(manual, begin, start, routes, untaken));
    const newIn = (walk: Rehearsal) => takenBy(walk).filter((name) => untaken.has(name));
    const best = tours.reduce((leading, one) => (newIn(one).length > newIn(leading).length ? one : leading));
    if (newIn(best).length === 0) break;
    for (const name of newIn(best)) untaken.delete(name);
    walks.push(best);
  }
  for (const name of all) {
    if (!untaken.has(name) || name in manual.exempt) continue;
    const walk = await shortestOver(manual, begin, name);
    if (walk === null) continue;
    for (const taken of takenBy(walk)) untaken.delete(taken);
    walks.push(walk);
  }
  return { walks, untaken: all.filter((name) => untaken.has(name)) };
}

const takenBy = ({ steps }: Rehearsal): readonly string[] => steps.at(-1)?.taken ?? [];

/** Goes again and again to the nearest transition that was never taken, as long as the walk stays short. */
async function tour(
  manual: Manual,
  begin: BeginWalk,
  start: string,
  routes: Routes,
  untaken: ReadonlySet<string>,
): Promise<Rehearsal> {
  const outOfReach = new Set<string>();
  let walk = await rehearse(begin, { start, stimuli: [] });
  for (;;) {
    const here = walk.steps.at(-1)?.after ?? walk.beginning;
    const taken = new Set(takenBy(walk));
    const isNew = (name: string) => untaken.has(name) && !taken.has(name);
    const keyOf = (stimulus: Stimulus, name: string) => `${stimulus.words}: ${name}`;
    const route = routes.shortestTo(routes.placeOf(here), ({ stimulus, names }) =>
      names.some((name) => isNew(name) && !outOfReach.has(keyOf(stimulus, name))),
    );
    const arrow = route?.at(-1);
    if (route === null || arrow === undefined) return walk;
    const stimuli = [...walk.path.stimuli, ...route.map(({ stimulus }) => stimulus)];
    const longer =
      stimuli.length > longestWalk && walk.steps.length > 0
        ? null
        : await rehearse(begin, { start, stimuli }).catch(() => null);
    if (longer !== null && canBeWalked(manual, longer)) walk = longer;
    else for (const name of arrow.names) outOfReach.add(keyOf(arrow.stimulus, name));
  }
}

/** The first of the shortest paths that takes a transition and can be walked, up to there; null when there is none. */
async function shortestOver(manual: Manual, begin: BeginWalk, name: string): Promise<Rehearsal | null> {
  const hasWay = ({ words }: Stimulus, before: AnyMachineSnapshot) => {
    const gesture = manual.gestures[words];
    return gesture !== undefined && gesture.when?.(before) !== false;
  };
  for (const path of pathsOf(manual.model, hasWay)) {
    const { steps, ...rest } = await rehearse(begin, path);
    const end = steps.findIndex(({ taken }) => taken.includes(name));
    const walk = { ...rest, steps: steps.slice(0, end + 1) };
    if (end >= 0 && canBeWalked(manual, walk)) return walk;
  }
  return null;
}

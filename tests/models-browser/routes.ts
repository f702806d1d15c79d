import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { type Stimulus, stimuliOf } from '#tests/models/stimuli.ts';
import { namesOfTaken } from '#tests/models/transitions.ts';
import type { Manual } from './manual.ts';

/** Something that can be done at a place, where it leads to, and the names of the transitions that it takes. */
interface Arrow {
  readonly stimulus: Stimulus;
  readonly to: string;
  readonly names: readonly string[];
}

/** The places of a machine from one of its starts on, and the ways between them that a manual knows. */
export interface Routes {
  /** The place of a state. */
  placeOf(snapshot: AnyMachineSnapshot): string;
  /** The shortest route from a place over an arrow that takes a wanted transition; null when there is none. */
  shortestTo(place: string, isWanted: (arrow: Arrow) => boolean): readonly Arrow[] | null;
}

const limit = 200_000;

/** Draws up the routes. States in which the same can be done are one place. */
export function routesOf({ model, gestures }: Manual, start: string): Routes {
  const { machine } = model;
  const stimuli = stimuliOf(model);
  const byEvent = new Map<EventObject, Stimulus>(stimuli.map((stimulus) => [stimulus.event, stimulus]));
  const nameOf = namesOfTaken(machine);

  const canBeDone = (stimulus: Stimulus, snapshot: AnyMachineSnapshot): boolean => {
    const gesture = gestures[stimulus.words];
    if (gesture === undefined || snapshot.status !== 'active' || !snapshot.can(stimulus.event)) return false;
    if ('invocation' in stimulus && snapshot.children[stimulus.invocation] === undefined) return false;
    return gesture.when?.(snapshot) !== false;
  };
  const placeOf = (snapshot: AnyMachineSnapshot): string => {
    const ways = stimuli.flatMap((stimulus, index) => (canBeDone(stimulus, snapshot) ? [index] : []));
    return JSON.stringify([snapshot.value, model.forks(snapshot), ways]);
  };

  const vertices = getAdjacencyMap<AnyMachineSnapshot, EventObject, unknown>(machine, {
    input: model.starts[start],
    limit,
    events: stimuli.map(({ event }) => event),
    filterEvents: (snapshot, event) => {
      const stimulus = byEvent.get(event);
      return stimulus !== undefined && canBeDone(stimulus, snapshot);
    },
    serializeEvent: (event) => byEvent.get(event)?.words ?? event.type,
    serializeState: placeOf,
  });
  const arrows = new Map<string, Arrow[]>();
  for (const { state, event, nextState } of adjacencyMapToArray(vertices)) {
    const stimulus = byEvent.get(event);
    if (stimulus === undefined) continue;
    const taken = machine.getTransitionData(state, event).map(nameOf);
    const names = taken.filter((name) => name !== undefined);
    const place = placeOf(state);
    arrows.set(place, [...(arrows.get(place) ?? []), { stimulus, to: placeOf(nextState), names }]);
  }

  return {
    placeOf,
    shortestTo(place, isWanted) {
      const routes = new Map<string, readonly Arrow[]>([[place, []]]);
      // A map's iteration also comes to what is added meanwhile: the nearest places first.
      for (const [at, route] of routes) {
        for (const arrow of arrows.get(at) ?? []) {
          if (isWanted(arrow)) return [...route, arrow];
          if (!routes.has(arrow.to)) routes.set(arrow.to, [...route, arrow]);
        }
      }
      return null;
    },
  };
}

import type { AnyMachineSnapshot, AnyStateMachine, EventObject, StateValue } from 'xstate';
import { type AdjacencyMap, adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { Model } from './model.ts';
import { type Stimulus, stimuliOf } from './stimuli.ts';

/** A way through a chart: one of the model's starts, and what happens then. */
export interface Path {
  readonly start: string;
  readonly stimuli: readonly Stimulus[];
}

/** A bound on the graph: nothing near it is meant to be walked. */
const limit = 200_000;

/**
 * The shortest paths along which each state of the chart is entered over each of its edges. Promises and actions do not
 * run meanwhile: the chart alone decides. A path that is the beginning of another is left out.
 *
 * @param canHappen leaves out what can't happen in a state although the chart would take it
 */
export function pathsOf(
  model: Model,
  canHappen: (stimulus: Stimulus, before: AnyMachineSnapshot) => boolean = () => true,
): Path[] {
  const { machine } = model;
  const stimuli = stimuliOf(model);
  const byEvent = new Map<EventObject, Stimulus>(stimuli.map((stimulus) => [stimulus.event, stimulus]));

  const serializeState = (
    after: AnyMachineSnapshot,
    event: EventObject | undefined,
    before: AnyMachineSnapshot | undefined,
  ): string => {
    const edge =
      event && before ? [byEvent.get(event)?.words, movedBy(machine, before, event, after)] : after.value;
    return JSON.stringify([model.forks(after), edge]);
  };

  return Object.entries(model.starts).flatMap(([start, input]) => {
    const vertices = getAdjacencyMap<AnyMachineSnapshot, EventObject, unknown>(machine, {
      input,
      limit,
      events: stimuli.map(({ event }) => event),
      filterEvents: (snapshot, event) => {
        const stimulus = byEvent.get(event);
        if (stimulus === undefined || snapshot.status !== 'active' || !snapshot.can(event)) return false;
        return isAwaited(snapshot, stimulus) && canHappen(stimulus, snapshot);
      },
      serializeEvent: (event) => byEvent.get(event)?.words ?? event.type,
      serializeState,
    });
    return routesOver(vertices, byEvent, serializeState).map((route) => ({ start, stimuli: route }));
  });
}

/** Another region may wait for the same outcome, but only what runs can end. */
const isAwaited = ({ children }: AnyMachineSnapshot, stimulus: Stimulus): boolean =>
  !('invocation' in stimulus) || children[stimulus.invocation] !== undefined;

/** The shortest route to each vertex, without those that another one continues. The first vertex is the beginning. */
function routesOver(
  vertices: AdjacencyMap<AnyMachineSnapshot, EventObject>,
  byEvent: ReadonlyMap<EventObject, Stimulus>,
  serializeState: (after: AnyMachineSnapshot, event: EventObject, before: AnyMachineSnapshot) => string,
): Stimulus[][] {
  type Edge = ReturnType<typeof adjacencyMapToArray<AnyMachineSnapshot, EventObject>>[number];
  const edges = new Map<AnyMachineSnapshot, Edge[]>();
  for (const edge of adjacencyMapToArray(vertices))
    edges.set(edge.state, [...(edges.get(edge.state) ?? []), edge]);

  const stateAt = new Map(Object.entries(vertices).map(([vertex, { state }]) => [vertex, state]));
  const [first = ''] = stateAt.keys();
  const routes = new Map<string, Stimulus[]>([[first, []]]);
  const continued = new Set<string>();
  // A map's iteration also comes to what is added meanwhile: the nearest vertices first.
  for (const [vertex, route] of routes) {
    const before = stateAt.get(vertex);
    if (before === undefined) throw new Error(`The graph has no vertex ${vertex}`);
    for (const { event, nextState } of edges.get(before) ?? []) {
      const next = serializeState(nextState, event, before);
      const stimulus = byEvent.get(event);
      if (routes.has(next) || stimulus === undefined) continue;
      routes.set(next, [...route, stimulus]);
      continued.add(vertex);
    }
  }
  return [...routes].flatMap(([vertex, route]) => (continued.has(vertex) ? [] : [route]));
}

/**
 * Where an event led from and to. Of a parallel machine, only the regions that it concerned count: what the others were
 * doing meanwhile would multiply the paths and add no edge.
 */
function movedBy(
  machine: AnyStateMachine,
  before: AnyMachineSnapshot,
  event: EventObject,
  after: AnyMachineSnapshot,
): StateValue[] {
  if (machine.root.type !== 'parallel') return [before.value, after.value];
  const concerned = new Set(machine.getTransitionData(before, event).map(({ source }) => source.path[0]));
  const regions = Object.keys(machine.root.states).filter(
    (region) =>
      concerned.has(region) || JSON.stringify(before.value[region]) !== JSON.stringify(after.value[region]),
  );
  const only = ({ value }: AnyMachineSnapshot): StateValue =>
    Object.fromEntries(regions.map((region) => [region, value[region]]));
  return [only(before), only(after)];
}

/** A path as a sentence. */
export const wordsOf = ({ start, stimuli }: Path): string =>
  [start, ...stimuli.map(({ words }) => words)].join(' → ');

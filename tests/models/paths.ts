import type { AnyMachineSnapshot, AnyStateMachine, EventObject, StateValue } from 'xstate';
import { type AdjacencyMap, adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { eventCasesOf } from './event-cases.ts';
import type { AnyTestModel, EventCase } from './test-model.ts';

export interface Path {
  readonly start: string;
  readonly eventCases: readonly EventCase[];
}

/** Limits the graph's traversal. No machine comes near it. */
const limit = 200_000;

/**
 * The shortest paths that enter each state over each of its edges. Runs no invocations or actions.
 * Leaves out paths that are prefixes of others.
 * @param canHappen rules out events that the chart takes but that can't happen
 */
export const pathsOf = (
  model: AnyTestModel,
  canHappen: (eventCase: EventCase, before: AnyMachineSnapshot) => boolean = () => true,
): Path[] => {
  const { machine } = model;
  const eventCases = eventCasesOf(model);
  const byEvent = new Map<EventObject, EventCase>(
    eventCases.map((eventCase) => [eventCase.event, eventCase]),
  );

  const serializeState = (
    after: AnyMachineSnapshot,
    event: EventObject | undefined,
    before: AnyMachineSnapshot | undefined,
  ): string => {
    const edge =
      event && before ? [byEvent.get(event)?.name, movedBy(machine, before, event, after)] : after.value;
    return JSON.stringify([model.serializeContext(after), edge]);
  };

  return Object.entries(model.starts).flatMap(([start, input]) => {
    const vertices = getAdjacencyMap<AnyMachineSnapshot, EventObject, unknown>(machine, {
      input,
      limit,
      events: eventCases.map(({ event }) => event),
      filterEvents: (snapshot, event) => {
        const eventCase = byEvent.get(event);
        if (eventCase === undefined || snapshot.status !== 'active' || !snapshot.can(event)) return false;
        return isAwaited(snapshot, eventCase) && canHappen(eventCase, snapshot);
      },
      serializeEvent: (event) => byEvent.get(event)?.name ?? event.type,
      serializeState,
    });
    return shortestPathsOver(vertices, byEvent, serializeState).map((path) => ({ start, eventCases: path }));
  });
};

/** Only a running invocation can end, even if the chart waits for its outcome in another region. */
const isAwaited = ({ children }: AnyMachineSnapshot, eventCase: EventCase): boolean =>
  !('invocation' in eventCase) || children[eventCase.invocation] !== undefined;

/** The shortest path to each vertex, without prefixes of other paths. Starts at the first vertex. */
const shortestPathsOver = (
  vertices: AdjacencyMap<AnyMachineSnapshot, EventObject>,
  byEvent: ReadonlyMap<EventObject, EventCase>,
  serializeState: (after: AnyMachineSnapshot, event: EventObject, before: AnyMachineSnapshot) => string,
): EventCase[][] => {
  type Edge = ReturnType<typeof adjacencyMapToArray<AnyMachineSnapshot, EventObject>>[number];
  const edges = new Map<AnyMachineSnapshot, Edge[]>();
  for (const edge of adjacencyMapToArray(vertices))
    edges.set(edge.state, [...(edges.get(edge.state) ?? []), edge]);

  const stateAt = new Map(Object.entries(vertices).map(([vertex, { state }]) => [vertex, state]));
  const [first = ''] = stateAt.keys();
  const paths = new Map<string, EventCase[]>([[first, []]]);
  const continued = new Set<string>();
  // Iterating a map also visits entries added on the way, so this is a breadth-first search.
  for (const [vertex, path] of paths) {
    const before = stateAt.get(vertex);
    if (before === undefined) throw new Error(`The graph has no vertex ${vertex}`);
    for (const { event, nextState } of edges.get(before) ?? []) {
      const next = serializeState(nextState, event, before);
      const eventCase = byEvent.get(event);
      if (paths.has(next) || eventCase === undefined) continue;
      paths.set(next, [...path, eventCase]);
      continued.add(vertex);
    }
  }
  return [...paths].flatMap(([vertex, path]) => (continued.has(vertex) ? [] : [path]));
};

/**
 * The states before and after an event. In a parallel machine, only the regions that took it count:
 * the others would multiply the paths without new edges.
 */
const movedBy = (
  machine: AnyStateMachine,
  before: AnyMachineSnapshot,
  event: EventObject,
  after: AnyMachineSnapshot,
): StateValue[] => {
  if (machine.root.type !== 'parallel') return [before.value, after.value];
  const concerned = new Set(machine.getTransitionData(before, event).map(({ source }) => source.path[0]));
  const regions = Object.keys(machine.root.states).filter(
    (region) =>
      concerned.has(region) || JSON.stringify(before.value[region]) !== JSON.stringify(after.value[region]),
  );
  const only = ({ value }: AnyMachineSnapshot): StateValue =>
    Object.fromEntries(regions.map((region) => [region, value[region]]));
  return [only(before), only(after)];
};

export const descriptionOf = ({ start, eventCases }: Path): string =>
  [start, ...eventCases.map(({ name }) => name)].join(' → ');

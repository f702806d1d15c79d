import type { AnyMachineSnapshot, AnyStateMachine, EventObject, StateValue } from 'xstate';
import { eventCasesOf } from './event-cases.ts';
import type { AnyTestModel, EventCase, Path } from './test-model.ts';
import { traverse } from './xstate.ts';

interface Edge {
  readonly before: AnyMachineSnapshot;
  readonly eventCase: EventCase;
  readonly target: string;
}

export interface Graph {
  readonly first: string;
  edgesFrom(vertex: string): readonly Edge[];
}

export type CanHappen = (eventCase: EventCase, before: AnyMachineSnapshot) => boolean;

/** Returns a vertex's name. `edge` leads to the vertex, and is undefined for the first one. */
export type VertexOf = (
  after: AnyMachineSnapshot,
  edge?: { readonly before: AnyMachineSnapshot; readonly eventCase: EventCase },
) => string;

/** Returns whether an event case can happen. Outcomes are possible only if their invocation is running. */
export const canTake = (snapshot: AnyMachineSnapshot, eventCase: EventCase): boolean =>
  snapshot.status === 'active' &&
  (!('invocation' in eventCase) || snapshot.children[eventCase.invocation] !== undefined) &&
  snapshot.can(eventCase.event);

/** Returns the model's graph. @param canHappen rules out events that the chart takes but that can't happen */
export const graphOf = (
  model: AnyTestModel,
  start: string,
  vertexOf: VertexOf,
  canHappen: CanHappen = () => true,
): Graph => {
  const byEvent = new Map<EventObject, EventCase>(
    eventCasesOf(model).map((eventCase) => [eventCase.event, eventCase]),
  );
  const caseOf = (event: EventObject): EventCase => {
    const eventCase = byEvent.get(event);
    if (eventCase === undefined) throw new Error(`${event.type} is no event of a case`);
    return eventCase;
  };
  const serializeState = (after: AnyMachineSnapshot, event?: EventObject, before?: AnyMachineSnapshot) =>
    vertexOf(after, event && before && { before, eventCase: caseOf(event) });

  const vertices = traverse(model.machine, {
    input: model.starts[start],
    events: [...byEvent.keys()],
    serializeEvent: (event) => caseOf(event).name,
    serializeState,
    canHappen(snapshot, event) {
      const eventCase = caseOf(event);
      return (
        canTake(snapshot, eventCase) &&
        model.when?.(eventCase, snapshot) !== false &&
        canHappen(eventCase, snapshot)
      );
    },
  });
  const edges = new Map(
    Object.entries(vertices).map(([vertex, { state: before, transitions }]) => [
      vertex,
      Object.values<{ readonly event: EventObject; readonly state: AnyMachineSnapshot }>(transitions).map(
        ({ event, state }): Edge => ({
          before,
          eventCase: caseOf(event),
          target: serializeState(state, event, before),
        }),
      ),
    ]),
  );
  const [first = ''] = edges.keys();
  return { first, edgesFrom: (vertex) => edges.get(vertex) ?? [] };
};

/** Finds the shortest path to each vertex, in order of length. Stops at the first wanted edge. */
export const shortestPaths = (
  { edgesFrom }: Graph,
  from: string,
  isWanted: (edge: Edge) => boolean = () => false,
) => {
  const paths = new Map<string, readonly Edge[]>([[from, []]]);
  const continued = new Set<string>();
  // This is a breadth-first search, because the loop also visits entries that are added while it runs.
  for (const [vertex, path] of paths) {
    for (const edge of edgesFrom(vertex)) {
      if (isWanted(edge)) return { wanted: [...path, edge], longest: [] };
      if (paths.has(edge.target)) continue;
      paths.set(edge.target, [...path, edge]);
      continued.add(vertex);
    }
  }
  /** Paths that are not the start of another path. */
  const longest = [...paths].flatMap(([vertex, path]) => (continued.has(vertex) ? [] : [path]));
  return { wanted: null, longest };
};

/**
 * Returns the shortest paths that enter each state over each of its edges, so a vertex is a state and the edge to it.
 * Omits paths that are the start of another path.
 */
export const pathsOf = (model: AnyTestModel, canHappen?: CanHappen): Path[] =>
  Object.keys(model.starts).flatMap((start) => {
    const vertexOf: VertexOf = (after, edge) =>
      JSON.stringify([
        model.serializeState(after),
        edge === undefined
          ? after.value
          : [edge.eventCase.name, movedBy(model.machine, edge.before, edge.eventCase.event, after)],
      ]);
    const graph = graphOf(model, start, vertexOf, canHappen);
    return shortestPaths(graph, graph.first).longest.map((path) => ({
      start,
      eventCases: path.map(({ eventCase }) => eventCase),
    }));
  });

/**
 * Returns the states before and after an event. In a parallel machine, includes only the regions that took the event;
 * other regions would multiply the paths without adding edges.
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

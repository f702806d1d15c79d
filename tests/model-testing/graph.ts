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

/** Names a vertex. The first vertex has no edge that leads to it. */
export type VertexOf = (
  after: AnyMachineSnapshot,
  edge?: { readonly before: AnyMachineSnapshot; readonly eventCase: EventCase },
) => string;

/** Only a running invocation can end, even if the chart waits for its outcome in another region. */
export const canTake = (snapshot: AnyMachineSnapshot, eventCase: EventCase): boolean =>
  snapshot.status === 'active' &&
  (!('invocation' in eventCase) || snapshot.children[eventCase.invocation] !== undefined) &&
  snapshot.can(eventCase.event);

/** @param canHappen rules out events that the chart takes but that can't happen */
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

/** The shortest path to each vertex, in order of length. Ends at the first edge that is wanted. */
export const shortestPaths = (
  { edgesFrom }: Graph,
  from: string,
  isWanted: (edge: Edge) => boolean = () => false,
) => {
  const paths = new Map<string, readonly Edge[]>([[from, []]]);
  const continued = new Set<string>();
  // Iterating a map also visits entries added on the way, so this is a breadth-first search.
  for (const [vertex, path] of paths) {
    for (const edge of edgesFrom(vertex)) {
      if (isWanted(edge)) return { wanted: [...path, edge], longest: [] };
      if (paths.has(edge.target)) continue;
      paths.set(edge.target, [...path, edge]);
      continued.add(vertex);
    }
  }
  /** Leaves out paths that another path begins with. */
  const longest = [...paths].flatMap(([vertex, path]) => (continued.has(vertex) ? [] : [path]));
  return { wanted: null, longest };
};

/**
 * The shortest paths that enter each state over each of its edges, so a vertex is a state and the edge to it.
 * Leaves out paths that begin another one.
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

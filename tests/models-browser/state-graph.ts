import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { eventCasesOf } from '#tests/models/event-cases.ts';
import type { EventCase } from '#tests/models/test-model.ts';
import { namesOfTaken } from '#tests/models/transitions.ts';
import { type AnyBrowserTestModel, hasExecutor } from './browser-test-model.ts';

interface Edge {
  readonly eventCase: EventCase;
  readonly target: string;
  readonly names: readonly string[];
}

/** The states reachable from a start, and the executable event cases between them. */
export interface StateGraph {
  vertexOf(snapshot: AnyMachineSnapshot): string;
  /** The shortest path that ends with a wanted edge, or null. */
  shortestPathOver(vertex: string, isWanted: (edge: Edge) => boolean): readonly Edge[] | null;
}

const limit = 200_000;

/** The graph asks for the same snapshots several times. */
const memoize = <Result>(find: (snapshot: AnyMachineSnapshot) => Result) => {
  const found = new WeakMap<AnyMachineSnapshot, Result>();
  return (snapshot: AnyMachineSnapshot): Result => {
    const known = found.get(snapshot);
    if (known !== undefined) return known;
    const result = find(snapshot);
    found.set(snapshot, result);
    return result;
  };
};

/** States with the same executable events share a vertex. */
export const stateGraphOf = (testModel: AnyBrowserTestModel, start: string): StateGraph => {
  const { model } = testModel;
  const { machine } = model;
  const eventCases = eventCasesOf(model);
  const byEvent = new Map<EventObject, EventCase>(
    eventCases.map((eventCase) => [eventCase.event, eventCase]),
  );
  const nameOf = namesOfTaken(machine);

  const canBeExecuted = (eventCase: EventCase, snapshot: AnyMachineSnapshot): boolean => {
    if (snapshot.status !== 'active' || !snapshot.can(eventCase.event)) return false;
    if ('invocation' in eventCase && snapshot.children[eventCase.invocation] === undefined) return false;
    return hasExecutor(testModel, eventCase, snapshot);
  };
  const executableIn = memoize((snapshot) => {
    const executable = eventCases.filter((eventCase) => canBeExecuted(eventCase, snapshot));
    return new Set<EventObject>(executable.map(({ event }) => event));
  });
  const vertexOf = memoize((snapshot) => {
    const possible = [...executableIn(snapshot)].map((event) => byEvent.get(event)?.name);
    return JSON.stringify([snapshot.value, model.serializeContext(snapshot), possible]);
  });

  const vertices = getAdjacencyMap<AnyMachineSnapshot, EventObject, unknown>(machine, {
    input: model.starts[start],
    limit,
    events: eventCases.map(({ event }) => event),
    filterEvents: (snapshot, event) => executableIn(snapshot).has(event),
    serializeEvent: (event) => byEvent.get(event)?.name ?? event.type,
    serializeState: vertexOf,
  });
  const edges = new Map<string, Edge[]>();
  for (const { state, event, nextState } of adjacencyMapToArray(vertices)) {
    const eventCase = byEvent.get(event);
    if (eventCase === undefined) continue;
    const taken = machine.getTransitionData(state, event).map(nameOf);
    const names = taken.filter((name) => name !== undefined);
    const vertex = vertexOf(state);
    edges.set(vertex, [...(edges.get(vertex) ?? []), { eventCase, target: vertexOf(nextState), names }]);
  }

  return {
    vertexOf,
    shortestPathOver(from, isWanted) {
      const paths = new Map<string, readonly Edge[]>([[from, []]]);
      // Iterating a map also visits entries added on the way, so this is a breadth-first search.
      for (const [vertex, path] of paths) {
        for (const edge of edges.get(vertex) ?? []) {
          if (isWanted(edge)) return [...path, edge];
          if (!paths.has(edge.target)) paths.set(edge.target, [...path, edge]);
        }
      }
      return null;
    },
  };
};

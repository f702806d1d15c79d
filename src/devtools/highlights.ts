import { activeStates } from './active-states.ts';
import type { ChartState } from './chart.ts';
import { type Arrow, type Box, edgesOf } from './drawing.ts';
import { invokedMachines, type Place, placesIn } from './families.ts';
import type { LogEntry, Session } from './recorder.ts';

/** A session and its place in the drawing. */
export interface PlacedSession {
  readonly session: Session;
  readonly chart: ChartState;
  /** The full id of the state that invoked the session's machine. Null for the root. */
  readonly within: string | null;
  /** The current states, outermost first. Empty if the session has ended. */
  readonly active: readonly ChartState[];
}

/** Returns the root's session, and the latest session at each place that invokes a child machine. */
export const placedSessions = (chart: ChartState, family: readonly Session[]): PlacedSession[] => {
  const places = placesIn(chart);
  const placed = new Map<string | null, PlacedSession>();
  for (const session of family) {
    const isRoot = session.parent === null;
    const invoking = places.filter(({ invocation }) => invocation === session.actor.id);
    const isOpen = ({ state }: Place) => placed.get(null)?.active.some(({ id }) => id === state) ?? false;
    const place = isRoot ? undefined : (invoking.find(isOpen) ?? invoking[0]);
    if (!isRoot && place === undefined) continue;
    const within = place?.state ?? null;
    const own = place?.child ?? chart;
    const { status, value } = session.actor.getSnapshot();
    const active = status === 'active' ? activeStates(own, value) : [];
    placed.set(within, { session, chart: own, within, active });
  }
  return [...placed.values()];
};

/** Returns a key for a part of the drawing. `part` is a state's id or an edge. */
const keyOf = (within: string | null, part: string): string => `${within} ${part}`;

type DrawnState = Pick<Box, 'id' | 'within'>;
type DrawnEdges = Pick<Arrow, 'edges' | 'within'>;

/** Returns functions that tell which boxes and arrows to highlight. */
export const highlightsOf = (placed: readonly PlacedSession[]) => {
  const active = new Set<string>();
  const visited = new Set<string>();
  const taken = new Set<string>();
  let latest: { readonly within: string | null; readonly entry: LogEntry } | undefined;

  for (const { session, chart, within, active: current } of placed) {
    const { start, entries } = session;
    for (const state of current) {
      active.add(keyOf(within, state.id));
      for (const name of invokedMachines(state)) active.add(keyOf(state.id, name));
    }
    for (const value of [start.value, ...entries.map((entry) => entry.value)])
      for (const { id } of activeStates(chart, value)) visited.add(keyOf(within, id));
    for (const entry of entries) {
      for (const edge of edgesOf(entry.taken)) taken.add(keyOf(within, edge));
      if (entry.taken.length > 0 && (latest === undefined || entry.number > latest.entry.number))
        latest = { within, entry };
    }
  }

  const last = new Set(edgesOf(latest?.entry.taken ?? []).map((edge) => keyOf(latest?.within ?? null, edge)));
  return {
    isActive: ({ id, within }: DrawnState) => active.has(keyOf(within, id)),
    /** Returns whether the path has entered the state. */
    isVisited: ({ id, within }: DrawnState) => visited.has(keyOf(within, id)),
    isTaken: ({ edges, within }: DrawnEdges) => edges.some((edge) => taken.has(keyOf(within, edge))),
    /** Returns whether the latest step took one of the arrow's transitions. */
    isLatest: ({ edges, within }: DrawnEdges) => edges.some((edge) => last.has(keyOf(within, edge))),
  };
};

export type Highlights = ReturnType<typeof highlightsOf>;

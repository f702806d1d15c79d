import type { ChartState } from './chart.ts';
import { groupedBy, outcomeText } from './chart-text.ts';
import { plainEvents } from './plain-events.gen.ts';

/** Returns a snapshot's active states, outermost first. `value` is the snapshot's state value. */
export const activeStates = (state: ChartState, value: unknown): ChartState[] => {
  const children = typeof value === 'string' ? { [value]: {} } : value;
  if (typeof children !== 'object' || children === null) return [state];
  const inner = Object.entries(children).flatMap(([key, part]) => {
    const child = state.states.find((candidate) => candidate.key === key);
    return child === undefined ? [] : activeStates(child, part);
  });
  return [state, ...inner];
};

/** Returns the external events that the active states accept, from the innermost state outward. */
export const takenEvents = (machine: string, active: readonly ChartState[]) => {
  const transitions = [...active]
    .reverse()
    .flatMap((state) => state.transitions)
    .filter(({ trigger }) => trigger.kind === 'event');
  const plain = plainEvents[machine] ?? [];
  return [...groupedBy(transitions, ({ eventType }) => eventType)].map(([type, all]) => ({
    type,
    /** Whether the event has no fields except its type. */
    isPlain: plain.includes(type),
    /** The guards and targets of the event's transitions, such as `[isRow] to open`. */
    outcomes: [...new Set(all.map(outcomeText))],
  }));
};

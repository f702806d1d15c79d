import type { ChartState } from './chart.ts';
import { plainEvents } from './plain-events.gen.ts';

/** Outermost first. `value` is a snapshot's state value. */
export const activeStates = (state: ChartState, value: unknown): ChartState[] => {
  const children = typeof value === 'string' ? { [value]: {} } : value;
  if (typeof children !== 'object' || children === null) return [state];
  const inner = Object.entries(children).flatMap(([key, part]) => {
    const child = state.states.find((candidate) => candidate.key === key);
    return child === undefined ? [] : activeStates(child, part);
  });
  return [state, ...inner];
};

/** External events that the states accept, in chart order, and whether each has no other fields. */
export const takenEvents = (machine: string, active: readonly ChartState[]) => {
  const types = active
    .flatMap(({ transitions }) => transitions)
    .flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.event] : []));
  const plain = plainEvents[machine] ?? [];
  return [...new Set(types)].map((type) => ({ type, isPlain: plain.includes(type) }));
};

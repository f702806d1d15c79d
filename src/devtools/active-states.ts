import type { ChartState } from './chart.ts';
import { plainEvents } from './plain-events.gen.ts';

/**
 * The active states, from the outermost to the innermost.
 *
 * @param value a snapshot's state value
 */
export const activeStates = (state: ChartState, value: unknown): ChartState[] => {
  const children = typeof value === 'string' ? { [value]: {} } : value;
  if (typeof children !== 'object' || children === null) return [state];
  const inner = Object.entries(children).flatMap(([key, part]) => {
    const child = state.states.find((candidate) => candidate.key === key);
    return child === undefined ? [] : activeStates(child, part);
  });
  return [state, ...inner];
};

/**
 * The external events that the active states accept, each once, in chart order.
 *
 * @returns each event's type, and whether it has no other fields
 */
export const takenEvents = (machine: string, active: readonly ChartState[]) => {
  const types = active
    .flatMap(({ transitions }) => transitions)
    .flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.event] : []));
  const plain = plainEvents[machine] ?? [];
  return [...new Set(types)].map((type) => ({ type, isPlain: plain.includes(type) }));
};

import type { ChartState } from './chart.ts';
import { plainEvents } from './plain-events.gen.ts';

/**
 * The states that a machine is in, from the outermost to the innermost.
 *
 * @param value a snapshot's state value: the key of a state, or the values in its states by their keys
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
 * The events from outside that the active states of a machine take, each once, in the order of the chart.
 *
 * @returns the type of each, and whether it carries nothing else
 */
export const takenEvents = (machine: string, active: readonly ChartState[]) => {
  const types = active
    .flatMap(({ transitions }) => transitions)
    .flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.event] : []));
  const plain = plainEvents[machine] ?? [];
  return [...new Set(types)].map((type) => ({ type, isPlain: plain.includes(type) }));
};

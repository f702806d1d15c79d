import type { ChartState } from './chart.ts';

/**
 * The states that a machine is in, from the outermost to the innermost.
 *
 * @param value a snapshot's state value: the key of a state, or the values in its states by their keys
 */
export function activeStates(state: ChartState, value: unknown): ChartState[] {
  const within = typeof value === 'string' ? { [value]: {} } : value;
  if (typeof within !== 'object' || within === null) return [state];
  const inner = Object.entries(within).flatMap(([key, part]) => {
    const child = state.states.find((candidate) => candidate.key === key);
    return child === undefined ? [] : activeStates(child, part);
  });
  return [state, ...inner];
}

/** A state value as a person reads it, such as `processing.quoting` or `list.shown, details.closed`. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, part]) => {
      const inner = valueText(part);
      return inner === ''
        ? key
        : inner
            .split(', ')
            .map((each) => `${key}.${each}`)
            .join(', ');
    })
    .join(', ');
}

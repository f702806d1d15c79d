import type { ChartState } from './chart.ts';
import { plainEvents } from './plain-events.gen.ts';

/** An event that a machine takes from outside, in the state that it is in. */
export interface TakenEvent {
  readonly type: string;
  /** Whether it carries nothing but its type. */
  readonly isPlain: boolean;
}

/** The events that the active states of a machine take, each once, in the order of the chart. */
export function takenEvents(machine: string, active: readonly ChartState[]): TakenEvent[] {
  const types = active
    .flatMap(({ transitions }) => transitions)
    .flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.event] : []));
  const plain = plainEvents[machine] ?? [];
  return [...new Set(types)].map((type) => ({ type, isPlain: plain.includes(type) }));
}

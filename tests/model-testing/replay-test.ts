import { type AnyStateMachine, type EventObject, type StateValue, transition } from 'xstate';
import { valueText } from '#devtools/chart-text.ts';
import { asChild } from './xstate.ts';

/** A recorded path, whose events include the results of actors and timers. */
export interface TestFixture {
  readonly start: Parameters<AnyStateMachine['resolveState']>[0];
  /** Each event, and the state after it. */
  readonly timeline: readonly (readonly [event: EventObject, value: StateValue])[];
}

/**
 * Replays a recorded path without actors or timers.
 * @throws {Error} at the first event that leads to a different state
 */
export const replayTest = (machine: AnyStateMachine, { start, timeline }: TestFixture): void => {
  const logic = asChild(machine);
  let snapshot = machine.resolveState(start);
  for (const [index, [event, value]] of timeline.entries()) {
    [snapshot] = transition(logic, snapshot, event);
    const [expected, got] = [valueText(value), valueText(snapshot.value)];
    if (got !== expected)
      throw new Error(`Path diverged at step ${index + 1}, ${event.type}: expected ${expected}, got ${got}`);
  }
};

import type { Session } from './recorder.ts';

/** A test that invokes no actors and runs no timers: the recorded events include their results. */
export const replayOf = ({ machine, start, entries }: Session): string => {
  const steps = entries.map(({ event, value }) => `  [${JSON.stringify(event)}, ${JSON.stringify(value)}],`);
  return [
    "import { expect, test } from 'vitest';",
    "import { type AnyEventObject, type AnyStateMachine, type StateValue, transition } from 'xstate';",
    `import { ${machine}Machine } from '#machines/${machine}.ts';`,
    '',
    '/** Each event as it came, without secrets, and the state that it led to. */',
    'const steps: readonly (readonly [event: AnyEventObject, value: StateValue])[] = [',
    ...steps,
    '];',
    '',
    `test('replays a session of ${machine}', () => {`,
    `  const machine: AnyStateMachine = ${machine}Machine;`,
    `  let snapshot = machine.resolveState(${JSON.stringify(start)});`,
    '  for (const [event, value] of steps) {',
    '    [snapshot] = transition(machine, snapshot, event);',
    '    expect(snapshot.value, event.type).toEqual(value);',
    '  }',
    '});',
    '',
  ].join('\n');
};

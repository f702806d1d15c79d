import type { Session } from './recorder.ts';

/** Returns the code of a test that replays the recorded events. It runs no actors or timers. */
export const replayOf = ({ machine, start, entries }: Session): string => {
  const steps = entries.map(
    ({ event, value }) => `    [${JSON.stringify(event)}, ${JSON.stringify(value)}],\n`,
  );
  return `import { test } from 'vitest';
import { machines } from '#devtools/machines.ts';
import { replayTest, type TestFixture } from '#tests/model-testing/replay-test.ts';

const fixture: TestFixture = {
  start: ${JSON.stringify(start)},
  /** Each event as it came, without secrets, and the state that it led to. */
  timeline: [
${steps.join('')}  ],
};

test('replays a path of ${machine}', () => {
  replayTest(machines['${machine}'], fixture);
});
`;
};

import { test } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import { stateText } from '#tests/models/expectation.ts';
import type { Rehearsal } from '#tests/models/rehearse.ts';
import type { Hands } from './hands.ts';
import type { Manual } from './manual.ts';

/**
 * Walks a rehearsed path through the real screens: a gesture for each step, and after each a look at what is shown.
 *
 * @returns the names of the transitions taken
 */
export async function walkThrough(
  manual: Manual,
  { path, beginning, steps }: Rehearsal,
  hands: Hands,
): Promise<readonly string[]> {
  const look = (snapshot: AnyMachineSnapshot) =>
    test.step(`sees ${stateText(snapshot.value)}`, async () => {
      for (const state of stateText(snapshot.value).split(', ')) {
        const sight = manual.sightings[state];
        if (sight === undefined) throw new Error(`Nobody has written down what ${state} looks like`);
        await sight(hands, snapshot);
      }
    });

  const begin = manual.starts[path.start];
  if (begin === undefined) throw new Error(`Nobody has written down how ${path.start}`);
  await test.step(path.start, () => begin(hands));
  await look(beginning);
  for (const { stimulus, before, after } of steps) {
    await test.step(stimulus.words, async () => manual.gestures[stimulus.words]?.perform(hands, before));
    await look(after);
  }
  return steps.at(-1)?.taken ?? [];
}

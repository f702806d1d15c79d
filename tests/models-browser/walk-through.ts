import { test } from '@playwright/test';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { stateText } from '#tests/models/expectation.ts';
import type { Rehearsal, RehearsedStep } from '#tests/models/rehearse.ts';
import type { Hands } from './hands.ts';
import type { Manual } from './manual.ts';

/**
 * Walks a rehearsed path through the real screens: a gesture for each step, and after each a look at what is told and
 * shown.
 *
 * @returns the names of the transitions taken
 */
export async function walkThrough(
  manual: Manual,
  rehearsal: Rehearsal,
  hands: Hands,
): Promise<readonly string[]> {
  const { path, beginning, steps } = rehearsal;
  const gestureOf = (step: RehearsedStep | undefined) =>
    step === undefined ? undefined : manual.gestures[step.stimulus.words];

  const begin = manual.starts[path.start];
  if (begin === undefined) throw new Error(`Nobody has written down how ${path.start}`);
  await test.step(path.start, () => begin(hands, rehearsal));
  await look(manual, hands, beginning, []);

  let untold: readonly EventObject[] = [];
  for (const [index, step] of steps.entries()) {
    const next = gestureOf(steps[index + 1]);
    if (index === 0) await gestureOf(step)?.prepare?.(hands);
    await next?.prepare?.(hands);
    await test.step(step.stimulus.words, async () => gestureOf(step)?.perform(hands, step.before));
    untold = [...untold, ...step.emitted];
    if (next?.fleeting) continue;
    await look(manual, hands, step.after, untold);
    untold = [];
  }
  return steps.at(-1)?.taken ?? [];
}

/** Looks whether what was told reached the person, and whether the screen shows the state. */
function look(
  { tidings, sightings }: Manual,
  hands: Hands,
  snapshot: AnyMachineSnapshot,
  told: readonly EventObject[],
): Promise<void> {
  const place = stateText(snapshot.value);
  return test.step(`sees ${place}`, async () => {
    for (const event of told) {
      const hear = tidings[event.type];
      if (hear === undefined) throw new Error(`Nobody has written down what is told by ${event.type}`);
      await hear(hands, event, snapshot);
    }
    for (const state of place.split(', ')) {
      const sight = sightings[state];
      if (sight === undefined) throw new Error(`Nobody has written down what ${state} looks like`);
      await sight(hands, snapshot);
    }
  });
}

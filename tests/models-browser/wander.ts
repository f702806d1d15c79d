import fc from 'fast-check';
import { type Rehearsal, rehearse } from '#tests/models/rehearse.ts';
import { stimuliOf } from '#tests/models/stimuli.ts';
import { prepareWalks } from '#tests/models/walk.ts';
import { canBeWalked } from './can-be-walked.ts';
import type { Manual } from './manual.ts';

const longestWalk = 14;

/** A way through a machine that its seed alone decides, among what can be done in a browser. */
export async function wander(manual: Manual, seed: number): Promise<Rehearsal> {
  const { model } = manual;
  const begin = prepareWalks(model);
  const all = stimuliOf(model);
  const starts = Object.keys(model.starts);
  const [first = 0, ...picks] = fc.sample(fc.nat(), { seed, numRuns: longestWalk + 1 });
  const start = starts[first % starts.length] ?? '';

  let walk = await rehearse(begin, { start, stimuli: [] });
  for (const pick of picks) {
    const here = walk.steps.at(-1)?.after ?? walk.beginning;
    const possible = all.filter((stimulus) => here.can(stimulus.event));
    const turn = pick % possible.length;
    for (const stimulus of [...possible.slice(turn), ...possible.slice(0, turn)]) {
      const stimuli = [...walk.path.stimuli, stimulus];
      // What another part of the machine waits for has not begun here.
      const longer = await rehearse(begin, { start, stimuli }).catch(() => null);
      if (longer === null || !canBeWalked(manual, longer)) continue;
      walk = longer;
      break;
    }
  }
  return walk;
}

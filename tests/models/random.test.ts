import fc from 'fast-check';
import { describe, it } from 'vitest';
import { brokenPromises } from './check.ts';
import { models } from './machines/index.ts';
import type { Model } from './model.ts';
import { walkOptions } from './options.ts';
import { wordsOf } from './paths.ts';
import { type Stimulus, stimuliOf } from './stimuli.ts';
import { type BeginWalk, prepareWalks } from './walk.ts';

const { seed, walks } = walkOptions();
const longestWalk = 60;
const timeLimitMs = 600_000;

/** Each number picks one of what can happen at that moment, whether the state takes it or not. */
async function wander(
  model: Model,
  begin: BeginWalk,
  start: string,
  picks: readonly number[],
): Promise<void> {
  const stimuli = stimuliOf(model);
  const walk = await begin(start);
  const happened: Stimulus[] = [];
  try {
    for (const pick of picks) {
      const possible = stimuli.filter(walk.isPossible);
      const stimulus = possible[pick % possible.length];
      if (stimulus === undefined) throw new Error('Nothing can happen');
      happened.push(stimulus);
      const broken = brokenPromises(model, stimuli, walk, await walk.take(stimulus));
      if (broken.length > 0) throw new Error(`Broken: ${broken.join('; ')}`);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'It broke';
    throw new Error(`${reason}, after: ${wordsOf({ start, stimuli: happened })}`, { cause });
  } finally {
    walk.stop();
  }
}

describe.each(models)('random walks through $name', (model) => {
  it(`keep its promises (seed ${seed})`, { timeout: timeLimitMs }, async () => {
    const begin = prepareWalks(model);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(model.starts)),
        fc.array(fc.nat(), { minLength: 1, maxLength: longestWalk, size: 'max' }),
        (start, picks) => wander(model, begin, start, picks),
      ),
      { seed, numRuns: walks },
    );
  });
});

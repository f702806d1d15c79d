import fc from 'fast-check';
import { describe, it } from 'vitest';
import { seed, walks } from '../seed.ts';
import { eventCasesOf } from './event-cases.ts';
import { brokenInvariants } from './invariants.ts';
import { models } from './machines/index.ts';
import { descriptionOf } from './paths.ts';
import type { AnyTestModel, EventCase } from './test-model.ts';
import { type BeginWalk, prepareWalks } from './walk.ts';

const longestWalk = 60;
const timeLimitMs = 600_000;

/** Each number picks a possible event, even one that the state ignores. */
const walkRandomly = async (
  model: AnyTestModel,
  eventCases: readonly EventCase[],
  begin: BeginWalk,
  start: string,
  picks: readonly number[],
): Promise<void> => {
  const walk = await begin(start);
  const happened: EventCase[] = [];
  try {
    for (const pick of picks) {
      const possible = eventCases.filter(walk.isPossible);
      const eventCase = possible[pick % possible.length];
      if (eventCase === undefined) throw new Error('Nothing can happen');
      happened.push(eventCase);
      const broken = brokenInvariants(model, eventCases, walk, await walk.take(eventCase));
      if (broken.length > 0) throw new Error(`Broken: ${broken.join('; ')}`);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'It broke';
    throw new Error(`${reason}, after: ${descriptionOf({ start, eventCases: happened })}`, { cause });
  } finally {
    walk.stop();
  }
};

describe.each(models)('random walks through $name', (model) => {
  it(`keep its invariants (SEED=${seed})`, { timeout: timeLimitMs }, async () => {
    const begin = prepareWalks(model);
    const eventCases = eventCasesOf(model);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(model.starts)),
        fc.array(fc.nat(), { minLength: 1, maxLength: longestWalk, size: 'max' }),
        (start, picks) => walkRandomly(model, eventCases, begin, start, picks),
      ),
      { numRuns: walks },
    );
  });
});

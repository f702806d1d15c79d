import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { executeStep, settle } from './execute-step.ts';
import { expectInvariants } from './invariants.ts';
import { sequences } from './steps.ts';
import { createSystem, type System } from './system.ts';

/**
 * `PROPERTY_SEED` repeats an earlier run, with `PROPERTY_PATH` its failure alone, in the half that it came from; both are
 * printed by a failure. `PROPERTY_RUNS` makes a shorter or longer one.
 */
const { PROPERTY_SEED, PROPERTY_PATH, PROPERTY_RUNS } = process.env;
const seed = Number(PROPERTY_SEED ?? randomInt(2 ** 31));
const runs = Number(PROPERTY_RUNS ?? 2_000);
/** The halves share the runs, each a file in a process of its own. */
const halves = ['first', 'second'] as const;
type Half = (typeof halves)[number];
/** Against a run that hangs: other tests may run beside it, and other work beside them. */
const limitMs = 45 * 60_000;

/** Plays one half of the sequences in a system of its own. Call it at the top level of a test file. */
export const checkPurchases = (half: Half): void => {
  const [halfToRepeat = half, path] = PROPERTY_PATH?.split('/') ?? [];
  let system: System;
  beforeAll(async () => {
    system = await createSystem();
  }, 60_000);
  afterAll(() => system.close());

  describe('purchases, whatever is lost, late, repeated or killed', () => {
    it.runIf(halfToRepeat === half)(
      'are charged and credited once, and told truly',
      async () => {
        let played = 0;
        const property = fc.asyncProperty(sequences, async (steps) => {
          played += 1;
          const customer = await system.newCustomer();
          for (const step of steps) await executeStep(system, customer, step);
          await settle(system, customer);
          customer.close();
          await expectInvariants(system, customer);
        });
        const outcome = await fc.check(property, {
          // Each half has sequences of its own.
          seed: seed + halves.indexOf(half),
          numRuns: Math.ceil(runs / halves.length),
          ...(path && { path }),
        });
        if (outcome.failed)
          throw new Error(
            `PROPERTY_SEED=${seed} PROPERTY_PATH=${half}/${outcome.counterexamplePath} repeats this.\n` +
              (await fc.asyncDefaultReportMessage(outcome)),
            { cause: outcome.errorInstance },
          );
        console.log(`${played} sequences of purchases held. PROPERTY_SEED=${seed} repeats them.`);
      },
      limitMs,
    );
  });
};

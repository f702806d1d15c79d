import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { seed } from '../../seed.ts';
import { executeStep, settle } from './execute-step.ts';
import { expectInvariants } from './invariants.ts';
import { type Step, sequences } from './steps.ts';
import { createSystem, type System } from './system.ts';

/**
 * `PROPERTY_PATH` repeats a failure alone, in the half that it came from; a failure prints it, with its seed. `PROPERTY_RUNS`
 * makes a shorter or longer run.
 */
const { PROPERTY_PATH, PROPERTY_RUNS } = process.env;
const runs = Number(PROPERTY_RUNS ?? 2_000);
/** The halves share the runs, each a file in a process of its own. */
const halves = ['first', 'second'] as const;
type Half = (typeof halves)[number];
/** Against a run that takes for ever: other tests may run beside it, and other work beside them. */
const limitMs = 20 * 60_000;
/** Against a sequence that hangs; most take a twentieth of a second. */
const sequenceLimitMs = 60_000;
/** The clock as it is before the system under test replaces it. */
const { setTimeout, clearTimeout } = globalThis;

const play = async (system: System, steps: readonly Step[]): Promise<void> => {
  const customer = await system.newCustomer();
  for (const step of steps) await executeStep(system, customer, step);
  await settle(system, customer);
  customer.close();
  await expectInvariants(system, customer);
};

class Hang extends Error {}

const within = async (ms: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Hang(`This sequence did not end within ${ms} ms.`)), ms);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
};

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
        let hangs = false;
        const property = fc.asyncProperty(sequences, async (steps) => {
          // What hangs still holds the system: shorter sequences could tell nothing.
          if (hangs) return;
          played += 1;
          await within(sequenceLimitMs, play(system, steps)).catch((error: unknown) => {
            hangs = error instanceof Hang;
            throw error;
          });
        });
        const outcome = await fc.check(property, {
          // Each half has sequences of its own.
          seed: seed + halves.indexOf(half),
          numRuns: Math.ceil(runs / halves.length),
          ...(path && { path }),
        });
        if (outcome.failed)
          throw new Error(
            `SEED=${seed} PROPERTY_PATH=${half}/${outcome.counterexamplePath} repeats this.\n` +
              (await fc.asyncDefaultReportMessage(outcome)),
            { cause: outcome.errorInstance },
          );
        console.log(`${played} sequences of purchases held. SEED=${seed} repeats them.`);
      },
      limitMs,
    );
  });
};

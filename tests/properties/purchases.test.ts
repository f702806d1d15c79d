import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { seed } from '../seed.ts';
import { executeStep, settle } from './purchases/execute-step.ts';
import { expectInvariants } from './purchases/invariants.ts';
import { type Step, sequences } from './purchases/steps.ts';
import { createSystem, type System } from './purchases/system.ts';

/** `PROPERTY_PATH` repeats a failure alone; a failure prints it, with its seed. `PROPERTY_RUNS` makes a shorter or longer run. */
const { PROPERTY_PATH, PROPERTY_RUNS } = process.env;
const runs = Number(PROPERTY_RUNS ?? 500);
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

let system: System;
beforeAll(async () => {
  system = await createSystem();
}, 60_000);
afterAll(() => system.close());

it(
  'purchases are charged and credited once, and told truly, whatever is lost, late, repeated or killed',
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
      seed,
      numRuns: runs,
      ...(PROPERTY_PATH && { path: PROPERTY_PATH }),
    });
    if (outcome.failed)
      throw new Error(
        `SEED=${seed} PROPERTY_PATH=${outcome.counterexamplePath} repeats this.\n` +
          (await fc.asyncDefaultReportMessage(outcome)),
        { cause: outcome.errorInstance },
      );
    console.log(`${played} sequences of purchases held. SEED=${seed} repeats them.`);
  },
  limitMs,
);

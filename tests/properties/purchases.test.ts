import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { seed } from '../seed.ts';
import { executeStep, settle } from './purchases/execute-step.ts';
import { expectInvariants } from './purchases/invariants.ts';
import { type Step, sequences } from './purchases/steps.ts';
import { createSystem, type System } from './purchases/system.ts';

/** A failure prints its seed and path. Set `SEED` and `PROPERTY_PATH` to repeat it. */
const { PROPERTY_PATH, PROPERTY_RUNS } = process.env;
const runs = Number(PROPERTY_RUNS ?? 500);
/** Timeout for an endless run in ms, long enough for a busy machine. */
const limitMs = 20 * 60_000;
/** Timeout for a sequence that hangs, in ms. Most take 50 ms. */
const sequenceLimitMs = 60_000;
/** The real timers, saved before the system under test replaces them. */
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
  'purchases are charged once and reported truthfully, despite crashes and lost, late or repeated messages',
  async () => {
    let played = 0;
    let hangs = false;
    const property = fc.asyncProperty(sequences, async (steps) => {
      // Skip shrinking after a hang, because the hanging sequence still uses the system.
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

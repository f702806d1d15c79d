import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CofferError } from '#coffer-client';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { findEventErrors } from '../event-errors.ts';
import { seed } from '../seed.ts';
import { type Customer, createCustomers } from './buyer.ts';
import { killsOf, settlingLimitMs, worldOfFile } from './world.ts';

/** Number of rounds, each with a new customer and about five kills. */
const rounds = Math.ceil(killsOf(10) / 5);
const world = await worldOfFile();

const limit = 100;
/** Most calls need one credit, so that they reach the limit exactly. */
const amounts = fc.array(fc.constantFrom(1, 1, 1, 1, 2, 5), { minLength: 200, maxLength: 200 });
const kills = fc.array(fc.record({ delayMs: fc.nat({ max: 400 }), victim: fc.nat({ max: 2 }) }), {
  minLength: 5,
  maxLength: 5,
});

const setLimit = async ({ accessToken }: Customer): Promise<void> => {
  const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ monthly_credits: limit });
  const reply = await fetch(`${world.store}/api/spending-limit`, { method: 'PUT', headers, body });
  expect(reply.status).toBe(200);
};

/** Spends and holds in parallel. Returns the credits taken, and the ids of the new holds. */
const takeCredits = async (customerId: string, given: readonly number[]) => {
  const holds: string[] = [];
  const taken = given.map(async (credits, place) => {
    const order = { id: crypto.randomUUID(), customerId, credits };
    try {
      if (place % 2 === 0) await world.coffer.spend(order);
      else holds.push((await world.coffer.hold({ ...order, expiresIn: 600_000 })).id);
      return credits;
    } catch (error) {
      if (!(error instanceof CofferError && error.code === 'spending-limit-reached')) throw error;
      return 0;
    }
  });
  return { taken: (await Promise.all(taken)).reduce((sum, credits) => sum + credits, 0), holds };
};

test(
  `parallel spends and holds take exactly the spending limit, although stores are killed (SEED=${seed})`,
  async () => {
    const plans = fc.sample(fc.tuple(amounts, kills), { seed, numRuns: rounds });
    for (const [given, killed] of plans) {
      const [customer] = await createCustomers(world.pool, world.store, 1);
      if (customer === undefined) throw new Error('There is no customer.');
      const { id } = customer;
      const used = async () => (await world.coffer.readCustomer(id)).spendingLimit?.used;
      await world.coffer.grant({ customerId: id, credits: 1_000, reason: 'x' });
      await setLimit(customer);
      const using = takeCredits(id, given);
      for (const { delayMs, victim } of killed) {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        world.stores.kill(victim % world.processes);
        await world.stores.ready();
      }
      const { taken, holds } = await using;
      expect([taken, await used()]).toEqual([limit, limit]);

      const [first, ...others] = holds;
      if (first !== undefined) await world.coffer.capture(first);
      for (const held of others) await world.coffer.release(held);
      const left = (await used()) ?? 0;
      const again = await takeCredits(id, Array<number>(limit).fill(1));
      expect([left + again.taken, await used()]).toEqual([limit, limit]);
    }
    await world.stores.stop();
    const errors = await world.inBooks(async (books) => [
      ...(await findBookErrors(books)),
      ...(await findEventErrors(books)),
    ]);
    expect([world.stores.failures(), errors]).toEqual([0, []]);
  },
  rounds * 4 * settlingLimitMs,
);

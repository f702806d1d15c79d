import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBookErrors } from '#server/store/books.ts';
import { storeProgram } from '../store-program.ts';
import { send, type TestAttempt } from './buyer.ts';
import { startWorld, type World } from './world.ts';

const submits = 20;
const tokens = 200;
const processesOnServer = 3;
const limitMs = 600_000;

let world: World;
beforeAll(async () => {
  world = await startWorld(processesOnServer, { program: storeProgram('main') });
}, limitMs);
afterAll(() => world.close());

test(
  `${tokens} payments, each sent ${submits} times at once, to every process, are charged once each`,
  async () => {
    for (let token = 1; token <= tokens; token += 1) {
      const attempt: TestAttempt = {
        key: crypto.randomUUID(),
        customer: world.customers[token % world.customers.length] ?? expect.fail('There is no customer.'),
        product: 'plus-1200',
        paymentToken: await world.gateway.newToken('good'),
        told: [],
      };
      await Promise.all(Array.from({ length: submits }, () => send(world.store, attempt)));
      // Those that came while the first was under way were told to ask again.
      await send(world.store, attempt);
      expect(new Set(attempt.told)).toEqual(new Set(['charged']));
    }
    const sales = world.gateway.gateway.sales();
    expect(sales.filter(({ outcome }) => outcome === 'approved')).toHaveLength(tokens);
    expect(new Set(sales.map(({ orderId }) => orderId)).size).toBe(tokens);
    await world.stores.stop();
    expect(await world.inBooks(findBookErrors)).toEqual([]);
  },
  limitMs,
);

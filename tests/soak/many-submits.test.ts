import { afterAll, beforeAll, expect, test } from 'vitest';
import { provideServer } from '#drills/shared/postgres.ts';
import { createDisposableStack } from '#local-services/disposable-stack.ts';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { send, type TestAttempt } from '../kills/buyer.ts';
import { startWorld, type World } from '../kills/world.ts';
import { storeProgram } from '../store-program.ts';

const submits = 20;
const tokens = 200;
const processes = 3;
const limitMs = 600_000;

const disposables = createDisposableStack();

let world: World;
beforeAll(async () => {
  const server = await provideServer(disposables);
  world = await startWorld(processes, { server, program: storeProgram('main') });
  disposables.defer(() => world.close());
}, limitMs);
afterAll(() => disposables.disposeAsync());

test(
  `${tokens} payments, each sent ${submits} times at once to each of ${processes} processes, are charged once each`,
  async () => {
    expect(world.stores.pids()).toHaveLength(processes);
    for (let token = 1; token <= tokens; token += 1) {
      const attempt: TestAttempt = {
        key: crypto.randomUUID(),
        customer: world.customers[token % world.customers.length] ?? expect.fail('There is no customer.'),
        product: 'plus-1200',
        card: { payment_token: await world.gateway.newToken('good'), save_card: false },
        told: [],
      };
      await Promise.all(Array.from({ length: submits }, () => send(world.store, attempt)));
      // Submits during the first one were asked to retry.
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

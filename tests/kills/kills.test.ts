import { beforeAll, expect, test, vi } from 'vitest';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { seed } from '../seed.ts';
import {
  type Customer,
  createCustomers,
  deleteAccount,
  listCards,
  refundLatest,
  savesCard,
  send,
  stateOf,
  type TestAttempt,
} from './buyer.ts';
import { type Cycle, cyclesOf } from './cycles.ts';
import { deletionPoints, type KillPoint, killPoints, refundPoints, topUpPoints } from './kill-points.ts';
import { agree, spendAll, spendMore } from './top-ups.ts';
import { killsOf, settling, settlingLimitMs, type World, worldOfFile } from './world.ts';

const cycles = killsOf(killPoints.length);
/** Maximum saved cards per customer, below the store's limit. */
const maxSaved = 8;

const world = await worldOfFile();
world.pool.cutsDeletion = (when) => world.trap.pass(`${when} a user is deleted`);
/** The only customer with automatic top-up, who buys nothing else after the first purchase. */
const toppedUp = world.customers.at(-1) ?? expect.fail('There is no customer.');
const attempts: TestAttempt[] = [];
beforeAll(async () => {
  const attempt: TestAttempt = {
    key: crypto.randomUUID(),
    customer: toppedUp,
    product: 'starter-500',
    card: { payment_token: await world.gateway.newToken('good', nextExpiry()), save_card: true },
    told: [],
  };
  await send(world.store, attempt);
  attempts.push(attempt);
  await agree(world, toppedUp);
}, settlingLimitMs);

const salesOf = ({ key }: TestAttempt) =>
  world.gateway.gateway.sales().filter(({ orderId }) => orderId === key);

const isCharged = (attempt: TestAttempt): boolean =>
  salesOf(attempt).some(({ outcome }) => outcome === 'approved');
const savesOf = (customer: Customer) =>
  attempts.filter((attempt) => savesCard(attempt) && attempt.customer === customer);

let cards = 0;
/** Returns a new expiry (`MM/YY`), because a customer's list shows identical cards only once. */
const nextExpiry = (): string => {
  const month = String((cards % 12) + 1).padStart(2, '0');
  const year = 30 + (Math.floor(cards / 12) % 60);
  cards += 1;
  return `${month}/${year}`;
};

/** Expects a saved card for each approved sale that should save its card, and no others. */
const expectCards = async (): Promise<void> => {
  for (const customer of world.customers) {
    const saved = savesOf(customer).filter(isCharged).length;
    await vi.waitUntil(async () => (await listCards(world.store, customer))?.length === saved, settling);
  }
  const charged = attempts.filter((attempt) => savesCard(attempt) && isCharged(attempt));
  expect(world.gateway.gateway.savedCards.list()).toHaveLength(charged.length);
};

const possibleStates = (attempt: TestAttempt): string[] => {
  const sales = salesOf(attempt);
  const charged = sales.find(({ outcome }) => outcome === 'approved');
  if (charged !== undefined) return [charged.refundedAt === undefined ? 'completed' : 'refunded'];
  // Allow an open attempt without a sale, because the store can't know whether it sent the sale.
  return sales.length > 0 ? ['failed'] : ['pending', 'failed', 'not-arrived'];
};

const expectTruth = (attempt: TestAttempt): void => {
  const charged = salesOf(attempt).filter(({ outcome }) => outcome === 'approved');
  expect(charged.length, 'charges of one attempt').toBeLessThanOrEqual(1);
  const { told } = attempt;
  if (charged.length === 0) expect(told).not.toContain('charged');
  // Unless the charge was refunded, the store must never tell the customer to pay again.
  else if (charged[0]?.refundedAt === undefined)
    expect(told.filter((said) => said !== 'charged')).toEqual([]);
};

/** Returns the number of sales from top-ups, as opposed to customers' purchases. */
const toppedUpTimes = (): number => {
  const bought = new Set(attempts.map(({ key }) => key));
  return world.gateway.gateway.sales().filter(({ orderId }) => !bought.has(orderId)).length;
};

/** Kills a store during a top-up, and expects exactly one charge. */
const playTopUp = async (point: KillPoint, victim: number): Promise<void> => {
  const { stores, trap } = world;
  const before = toppedUpTimes();
  trap.set(point, () => stores.kill(victim % world.processes));
  await spendAll(world, toppedUp);
  await stores.ready();
  trap.clear();
  expect(toppedUpTimes() - before, 'charges of one top-up').toBe(1);
};

/** Resolves when it has killed all stores. */
const killAllAt = ({ stores, trap, processes }: World, point: KillPoint): Promise<void> =>
  new Promise((resolve) => {
    trap.set(point, () => {
      for (let index = 0; index < processes; index += 1) stores.kill(index);
      resolve();
    });
  });

/** Kills the stores during the deletion of a new account, and expects that repeating it finishes it. */
const playDeletion = async (point: KillPoint): Promise<void> => {
  const { store, stores, pool, coffer } = world;
  const [customer = expect.fail('There is no customer.')] = await createCustomers(pool, store, 1);
  await Promise.all([killAllAt(world, point), deleteAccount(store, customer)]);
  await stores.ready();
  await vi.waitUntil(async () => (await deleteAccount(store, customer)) === 401, settling);
  await vi.waitUntil(async () => (await coffer.readCustomer(customer.id)).email === null, settling);
};

/** Kills the stores during a refund, and expects that repeating it refunds once, or leaves the credits held. */
const playRefund = async (point: KillPoint): Promise<void> => {
  const { store, stores, pool, gateway, coffer } = world;
  const [customer = expect.fail('There is no customer.')] = await createCustomers(pool, store, 1);
  const card = { payment_token: await gateway.newToken('good'), save_card: false };
  const attempt = { key: crypto.randomUUID(), customer, product: 'starter-500', card, told: [] };
  await send(store, attempt);
  attempts.push(attempt);
  await Promise.all([killAllAt(world, point), refundLatest(store, customer)]);
  await stores.ready();
  await vi.waitUntil(async () => (await refundLatest(store, customer)) === 200, settling);
  const isRefunded = salesOf(attempt)[0]?.refundedAt !== undefined;
  const refunds = gateway.gateway.transactions(attempt.key).flatMap(({ actions }) => actions.slice(1));
  expect(refunds).toHaveLength(isRefunded ? 1 : 0);
  const left = isRefunded ? { balance: 0, held: 0 } : { balance: 500, held: 500 };
  expect(await coffer.readCustomer(customer.id)).toMatchObject(left);
};

const play = async ({ point, victim, delayMs, purchases, refunds }: Cycle): Promise<void> => {
  const topUpPoint = topUpPoints.get(point);
  if (topUpPoint !== undefined) return playTopUp(topUpPoint, victim);
  const { store, stores, trap, gateway } = world;
  const index = victim % world.processes;
  const kill = () => stores.kill(index);
  const killLater = () => void setTimeout(kill, delayMs);
  const killSoon = () => void setTimeout(kill, delayMs / 50);
  const bought = await Promise.all(
    purchases.map(async ({ customer: number, product, card, sends, saves, paysWithSaved }) => {
      const customer = world.customers[number] ?? expect.fail('There is no such customer.');
      const [saved] = (paysWithSaved && (await listCards(store, customer))) || [];
      const isSaved = saves && savesOf(customer).length + purchases.length <= maxSaved;
      const attempt: TestAttempt = {
        key: crypto.randomUUID(),
        customer,
        product,
        card:
          saved === undefined
            ? { payment_token: await gateway.newToken(card, nextExpiry()), save_card: isSaved }
            : { card_id: saved },
        told: [],
      };
      return { sends, attempt };
    }),
  );
  // Don't refund the customer with automatic top-up, because a refund pauses it.
  const kept = attempts.find(
    (attempt) => attempt.customer !== toppedUp && possibleStates(attempt)[0] === 'completed',
  );
  const refunded = refunds || point === 'while an event is taken' ? kept : undefined;

  if (point === 'while it starts') {
    kill();
    killLater();
  } else if (point === 'while the records are read') {
    // The store reads the records only for unknown outcomes, so kill it once to cause one.
    trap.set('after a sale is charged', () => {
      kill();
      trap.set(point, kill);
    });
  } else if (
    point === 'while a payment arrives' ||
    point === 'when a sale is answered' ||
    point === 'while an event is taken'
  ) {
    trap.set(point, killSoon);
  } else {
    trap.set(point, kill);
  }
  await Promise.all([
    refunded && gateway.gateway.refund(refunded.key),
    ...bought.flatMap(({ attempt, sends }) => Array.from({ length: sends }, () => send(store, attempt))),
  ]);

  const open = [...bought.map(({ attempt }) => attempt), ...(refunded ? [refunded] : [])];
  await stores.ready();
  // Like the app, retry each attempt until its outcome is known.
  await Promise.all(open.map((attempt) => send(store, attempt)));
  for (const attempt of open) {
    await vi.waitUntil(
      async () => possibleStates(attempt).includes((await stateOf(store, attempt)) ?? 'no answer'),
      settling,
    );
    expectTruth(attempt);
  }
  trap.clear();
  attempts.push(...bought.map(({ attempt }) => attempt));
  if (world.processes > 1) expect(await world.inBooks(findBookErrors)).toEqual([]);
};

const playCycle = ({ point, ...cycle }: Cycle): Promise<void> => {
  const refundPoint = refundPoints.get(point);
  if (refundPoint !== undefined) return playRefund(refundPoint);
  return deletionPoints.has(point) ? playDeletion(point) : play({ point, ...cycle });
};

test('a top-up adds credits within five seconds, so that a refused spend succeeds when retried', async () => {
  for (const cross of [spendMore, spendAll]) {
    const began = performance.now();
    await cross(world, toppedUp);
    expect(performance.now() - began).toBeLessThanOrEqual(5_000);
  }
  expect(toppedUpTimes()).toBe(2);
});

test(
  `killing the stores ${cycles} times loses no purchase and never charges a card twice (SEED=${seed})`,
  async () => {
    for (const [index, cycle] of cyclesOf(cycles).entries())
      await playCycle(cycle).catch((cause) => {
        throw new Error(`In cycle ${index + 1}, killed ${cycle.point}`, { cause });
      });
    for (const attempt of attempts) expectTruth(attempt);
    await expectCards();
    expect(world.stores.failures()).toBe(0);
    await world.stores.stop();
    expect(await world.inBooks(findBookErrors)).toEqual([]);
    const charged = attempts.filter(isCharged);
    const saved = charged.filter(savesCard);
    console.log(
      `${cycles} kills, ${attempts.length} attempts, ${charged.length} of them charged, once each; ${saved.length} cards saved.`,
    );
  },
  cycles * settlingLimitMs,
);

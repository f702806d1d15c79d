import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { send, type TestAttempt } from '#tests/kills/buyer.ts';
import type { World } from '#tests/kills/world.ts';

export interface Buying {
  readonly attempts: readonly TestAttempt[];
  /** Resolves when a purchase that was begun from now on is booked, with the time at which its buyer knew (of `performance`). */
  nextBooked(): Promise<number>;
  /** Begins nothing more, and resolves when every buyer knows, or after so long. */
  stop(limitMs: number): Promise<void>;
}

/** How long a buyer waits before the same request is sent again, where the store does not say. */
const repeatMs = 1_000;
const pollMs = 20;

/**
 * Has customers buy at a steady rate, each purchase an attempt of its own, whose request is repeated with its idempotency key
 * until its outcome is known, as the app does.
 */
export const startBuying = (world: World, perSecond: number): Buying => {
  const attempts: TestAttempt[] = [];
  const underWay = new Set<Promise<void>>();
  const waiting = new Set<{ readonly from: number; tell(at: number): void }>();
  const giveUp = new AbortController();
  // Every buyer who waits is one.
  setMaxListeners(0, giveUp.signal);

  const buy = async (place: number): Promise<void> => {
    const begun = performance.now();
    const customer = world.customers[place % world.customers.length];
    if (customer === undefined) throw new Error('There is no customer.');
    const paymentToken = await world.gateway.newToken('good');
    const attempt: TestAttempt = {
      key: crypto.randomUUID(),
      customer,
      product: 'plus-1200',
      paymentToken,
      told: [],
    };
    attempts.push(attempt);
    while (attempt.told.length === 0 && !giveUp.signal.aborted) {
      const seconds = await send(world.store, attempt);
      if (attempt.told.length > 0) break;
      const pause = seconds === undefined ? repeatMs : seconds * 1_000;
      await delay(pause, undefined, { signal: giveUp.signal }).catch(() => undefined);
    }
    if (!attempt.told.includes('charged')) return;
    for (const waiter of waiting) if (begun >= waiter.from) waiter.tell(performance.now());
  };

  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    const buying = buy(count).finally(() => underWay.delete(buying));
    underWay.add(buying);
  }, 1_000 / perSecond);

  return {
    attempts,
    nextBooked: () =>
      new Promise((resolve) => {
        const waiter = {
          from: performance.now(),
          tell(at: number) {
            waiting.delete(waiter);
            resolve(at);
          },
        };
        waiting.add(waiter);
      }),
    async stop(limitMs) {
      clearInterval(timer);
      const end = performance.now() + limitMs;
      while (underWay.size > 0 && performance.now() < end) await delay(pollMs);
      giveUp.abort();
      await Promise.all(underWay);
    },
  };
};

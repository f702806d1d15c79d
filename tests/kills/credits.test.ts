import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { addApiKey, createApiKey } from '#server/store/merchant/api-keys.ts';
import { findEventErrors } from '../event-errors.ts';
import { seed } from '../seed.ts';
import { killsOf, settlingLimitMs, worldOfFile } from './world.ts';

/** The calls and expiries that kills interrupt. */
const calls = ['spend', 'batch', 'return', 'hold', 'capture', 'release', 'grant', 'void'] as const;
const interrupted = [...calls, 'expiry of a hold', 'expiry of a grant'] as const;
type Interrupted = (typeof interrupted)[number];

const cycles = killsOf(2 * interrupted.length);
const key = createApiKey();
const world = await worldOfFile((books) => addApiKey(books, key, { name: 'batches', scopes: ['spend'] }));

/** Spends 30 credits for each id in one batch. Retries until a store responds. Returns the results without statuses. */
const spendTogether = async (ids: readonly string[], customerId: string): Promise<object> => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const spends = ids.map((id) => ({ id, customer_id: customerId, credits: 30 }));
  const call = { method: 'POST', headers, body: JSON.stringify({ spends }) };
  for (;;) {
    const reply = await fetch(`${world.store}/v1/spends`, call).catch(() => undefined);
    const results = await reply?.text().catch(() => undefined);
    if (reply?.ok && results !== undefined) return { results: results.replaceAll(/"status":20[01]/g, '') };
  }
};

const play = async (
  what: Interrupted,
  customerId: string,
  delayMs: number,
  victim: number,
): Promise<void> => {
  const { coffer, stores } = world;
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const readCustomer = () => coffer.readCustomer(customerId);
  const grant = (grantId: string, credits: number, expiresAt: string | null = null) =>
    coffer.grant({ id: grantId, customerId, credits, reason: 'x', expiresAt });
  const spend = () => coffer.spend({ id, customerId, credits: 30 });
  const hold = (expiresIn: number) => coffer.hold({ id, customerId, credits: 50, expiresIn });

  const before = await readCustomer();
  await grant(other, 100);
  const inTwoSeconds = new Date(Date.now() + 2_000).toISOString();
  interface Plan {
    readonly first?: () => Promise<{ readonly id: string; readonly expiresAt?: string | null }>;
    readonly call: () => Promise<object>;
    readonly balance: number;
    readonly held?: number;
  }
  const plans: Readonly<Record<Interrupted, Plan>> = {
    spend: { call: spend, balance: 70 },
    batch: { call: () => spendTogether([id, other], customerId), balance: 40 },
    return: {
      first: spend,
      call: () => coffer.returnCredits({ spendId: id, id: other, credits: 20 }),
      balance: 90,
    },
    hold: { call: () => hold(600), balance: 100, held: 50 },
    capture: { first: () => hold(600), call: () => coffer.capture(id, { credits: 40 }), balance: 60 },
    release: { first: () => hold(600), call: () => coffer.release(id), balance: 100 },
    grant: { call: () => grant(id, 7), balance: 107 },
    void: { call: () => coffer.voidGrant(other), balance: 0 },
    'expiry of a hold': { first: () => hold(1), call: () => coffer.readHold(id), balance: 100 },
    'expiry of a grant': { first: () => grant(id, 50, inTwoSeconds), call: readCustomer, balance: 100 },
  };
  const { first, call, balance, held = 0 } = plans[what];
  const prepared = await first?.();
  // Wait for the expiry, because the expiry job and reads book only credits that have expired.
  if (what.startsWith('expiry')) {
    const expiresAt = Date.parse(prepared?.expiresAt ?? '');
    await vi.waitUntil(() => Date.now() >= expiresAt, { timeout: settlingLimitMs, interval: 5 });
  }
  const killed = new Promise<void>((resolve) => {
    setTimeout(() => {
      stores.kill(victim % world.processes);
      resolve();
    }, delayMs);
  });
  const answer = await call();
  await killed;
  await stores.ready();
  expect(await call()).toEqual(answer);
  if (what === 'expiry of a hold') expect(answer).toMatchObject({ state: 'expired' });
  const after = await readCustomer();
  const change = { balance: after.balance - before.balance, held: after.held - before.held };
  expect(change).toEqual({ balance, held });
  if (what === 'hold') await coffer.release(id);
  if (world.processes > 1) expect(await world.inBooks(findBookErrors)).toEqual([]);
};

test(
  `killing the stores ${cycles} times loses no credits and deducts none twice (SEED=${seed})`,
  async () => {
    const delays = fc.sample(fc.record({ delayMs: fc.nat({ max: 25 }), victim: fc.nat({ max: 5 }) }), {
      numRuns: cycles,
    });
    for (const [index, { delayMs, victim }] of delays.entries()) {
      const what = interrupted[index % interrupted.length] ?? 'spend';
      const customer = world.customers[index % world.customers.length]?.id ?? '';
      await play(what, customer, delayMs, victim).catch((cause) => {
        throw new Error(`In cycle ${index + 1}, a ${what} killed after ${delayMs} ms`, { cause });
      });
    }
    expect(world.stores.failures()).toBe(0);
    await world.stores.stop();
    expect(await world.inBooks(findBookErrors)).toEqual([]);
    expect(await world.inBooks(findEventErrors)).toEqual([]);
  },
  cycles * settlingLimitMs,
);

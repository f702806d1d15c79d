import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findBookErrors } from '#server/store/ledger/books.ts';
import { findEventErrors } from '../event-errors.ts';
import { seed } from '../seed.ts';
import { storeProgram } from '../store-program.ts';
import { startWorld, type World } from './world.ts';

/** What the kill interrupts. */
const interrupted = [
  'spend',
  'return',
  'hold',
  'capture',
  'release',
  'grant',
  'void',
  'expiry of a hold',
  'expiry of a grant',
] as const;
type Interrupted = (typeof interrupted)[number];

/** Two kills for each; `KILL_CYCLES` sets a higher number. */
const { KILL_CYCLES } = process.env;
const cycles = Number(KILL_CYCLES ?? 2 * interrupted.length);
const settlingLimitMs = 60_000;
const processesOnServer = 2;

let world: World;
beforeAll(async () => {
  world = await startWorld(processesOnServer, { program: storeProgram('main') });
}, 2 * settlingLimitMs);
afterAll(() => world.close());

const sumsSchema = v.object({ balance: v.number(), held: v.number() });
const holdSchema = v.object({ state: v.string() });
const expiringSchema = v.object({ expires_at: v.string() });

interface Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** Undefined if the reply was lost. */
const sendOnce = async ({ method, path, body }: Call) => {
  const headers = { Authorization: `Bearer ${world.merchantKey}`, 'Content-Type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const reply = await fetch(`${world.store}/v1${path}`, init).catch(() => undefined);
  const answer: unknown = await reply?.json().catch(() => undefined);
  return reply === undefined || reply.status >= 500 || answer === undefined
    ? undefined
    : { status: reply.status, body: answer };
};

/** Repeats the call until it is answered, as a merchant's server does. */
const send = async (call: Call) => {
  const answered = await vi.waitUntil(() => sendOnce(call), { timeout: settlingLimitMs, interval: 20 });
  expect({ call, answered }).toMatchObject({ answered: { status: expect.toBeOneOf([200, 201]) } });
  return answered.body;
};

const play = async (what: Interrupted, customer: string, delayMs: number, victim: number): Promise<void> => {
  const id = crypto.randomUUID();
  const other = crypto.randomUUID();
  const about = { customer_id: customer };
  const readCustomer: Call = { method: 'GET', path: `/customers/${customer}` };
  const sums = async () => v.parse(sumsSchema, await send(readCustomer));
  const grant = (grantId: string, credits: number, expires_at?: string): Call => ({
    method: 'PUT',
    path: `/grants/${grantId}`,
    body: { ...about, credits, reason: 'x', expires_at },
  });
  const spend: Call = { method: 'PUT', path: `/spends/${id}`, body: { ...about, credits: 30 } };
  const hold = (expires_in: number): Call => ({
    method: 'PUT',
    path: `/holds/${id}`,
    body: { ...about, credits: 50, expires_in },
  });
  const readHold: Call = { method: 'GET', path: `/holds/${id}` };

  const before = await sums();
  await send(grant(other, 100));
  const inTwoSeconds = new Date(Date.now() + 2_000).toISOString();
  const plans: Readonly<Record<Interrupted, { first?: Call; call: Call; balance: number; held?: number }>> = {
    spend: { call: spend, balance: 70 },
    return: {
      first: spend,
      call: { method: 'PUT', path: `/spends/${id}/returns/${other}`, body: { credits: 20 } },
      balance: 90,
    },
    hold: { call: hold(600), balance: 100, held: 50 },
    capture: {
      first: hold(600),
      call: { method: 'POST', path: `/holds/${id}/capture`, body: { credits: 40 } },
      balance: 60,
    },
    release: { first: hold(600), call: { method: 'POST', path: `/holds/${id}/release` }, balance: 100 },
    grant: { call: grant(id, 7), balance: 107 },
    void: { call: { method: 'DELETE', path: `/grants/${other}` }, balance: 0 },
    'expiry of a hold': { first: hold(1), call: readHold, balance: 100 },
    'expiry of a grant': { first: grant(id, 50, inTwoSeconds), call: readCustomer, balance: 100 },
  };
  const { first, call, balance, held = 0 } = plans[what];
  const prepared = first && (await send(first));
  // The job and the read book what has expired.
  if (what.startsWith('expiry')) {
    const expiresAt = Date.parse(v.parse(expiringSchema, prepared).expires_at);
    await vi.waitUntil(() => Date.now() >= expiresAt, { timeout: settlingLimitMs, interval: 5 });
  }
  const killed = new Promise<void>((resolve) => {
    setTimeout(() => {
      world.stores.kill(victim % world.processes);
      resolve();
    }, delayMs);
  });
  await sendOnce(call);
  await killed;
  await world.stores.ready();
  const answer = await send(call);
  expect(await send(call)).toEqual(answer);
  if (what === 'expiry of a hold') expect(v.parse(holdSchema, answer)).toEqual({ state: 'expired' });
  const after = await sums();
  expect({ balance: after.balance - before.balance, held: after.held - before.held }).toEqual({
    balance,
    held,
  });
  if (what === 'hold') await send({ method: 'POST', path: `/holds/${id}/release` });
  if (world.processes > 1) expect(await world.inBooks(findBookErrors)).toEqual([]);
};

test(
  `killing the stores ${cycles} times loses no credits, and takes none twice (SEED=${seed})`,
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

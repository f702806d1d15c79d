import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { verifyWebhook } from '#coffer-client';
import { addEndpoint } from '#server/store/webhooks/endpoints.ts';
import { createWebhookSecret } from '#server/store/webhooks/signature.ts';
import { seed } from '../seed.ts';
import { listenOnLoopback } from '../unit/store/support/loopback.ts';
import { killsOf, settling, settlingLimitMs, worldOfFile } from './world.ts';

/** The steps of the delivery that kills interrupt. */
const interrupted = ['numbering', 'sending', 'booking'] as const;
type Interrupted = (typeof interrupted)[number];

const cycles = killsOf(interrupted.length);
const returnsPerCycle = 3;

const secret = createWebhookSecret();
/** Ids of received events, by the id of their spend. */
const arrived = new Map<string, Set<string>>();
let trap: { readonly what: Interrupted; readonly strike: () => void } | undefined;
const pass = (what: Interrupted): void => {
  if (trap?.what !== what) return;
  const { strike } = trap;
  trap = undefined;
  strike();
};

const receive = async (request: IncomingMessage): Promise<void> => {
  const body = await text(request).catch(() => undefined);
  if (body === undefined) return;
  const { id, type, data } = verifyWebhook(request.headers, body, secret);
  if (type === 'spend.returned') arrived.set(data.id, (arrived.get(data.id) ?? new Set()).add(id));
};

const endpoint = await listenOnLoopback(async (request, response) => {
  pass('sending');
  await receive(request);
  response.writeHead(204).end();
  await once(response, 'close');
  pass('booking');
});
// Hooks run in reverse order, so the endpoint closes after the stores.
afterAll(() => endpoint.close());
const world = await worldOfFile((books) => addEndpoint(books, endpoint.url, secret));

const play = async (what: Interrupted, customerId: string, delayMs: number, victim: number) => {
  const { coffer } = world;
  await coffer.grant({ customerId, credits: 10, reason: 'x' });
  const kill = () => world.stores.kill(victim % world.processes);
  const spends = await Promise.all(
    Array.from({ length: returnsPerCycle }, () => coffer.spend({ customerId, credits: 1 })),
  );
  trap = { what, strike: kill };
  await Promise.all(spends.map(({ id }) => coffer.returnCredits({ spendId: id, credits: 1 })));
  if (what === 'numbering') setTimeout(() => pass(what), delayMs);
  await vi.waitUntil(() => spends.every(({ id }) => arrived.has(id)), settling);
  await world.stores.ready();
};

test(
  `killing the stores ${cycles} times loses no event and gives each event one id (SEED=${seed})`,
  async () => {
    // Events are numbered every 100 ms, so a delay of up to 120 ms can hit the numbering.
    const kills = fc.sample(fc.record({ delayMs: fc.nat({ max: 120 }), victim: fc.nat({ max: 5 }) }), {
      numRuns: cycles,
    });
    for (const [index, { delayMs, victim }] of kills.entries()) {
      const what = interrupted[index % interrupted.length] ?? 'sending';
      const customer = world.customers[index % world.customers.length]?.id ?? '';
      await play(what, customer, delayMs, victim).catch((cause) => {
        throw new Error(`In cycle ${index + 1}, ${what} killed`, { cause });
      });
    }
    expect(arrived.size).toBe(cycles * returnsPerCycle);
    expect([...arrived.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(world.stores.failures()).toBe(0);
  },
  cycles * settlingLimitMs,
);

import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Customer } from '#tests/kills/buyer.ts';
import { billingAddress } from '#tests/unit/store/support/payment-requests.ts';
import { booked } from './verdict.ts';
import type { World } from './world.ts';

/** A purchase, from its first request to its answer. */
export interface Purchase {
  /** The attempt's, and the gateway's order id. */
  readonly key: string;
  /** What each request of it was told: a status, with the code of a refusal, or why there was no answer. */
  readonly told: string[];
  /** The answer that ended it; undefined while it is open. */
  end: string | undefined;
  /** When it was first sent, and how long the answer took that ended it, in milliseconds. */
  readonly sentAt: number;
  tookMs: number | undefined;
}

/** Purchases that begin at a steady rate, whatever becomes of those before. */
export interface Buyers {
  readonly purchases: readonly Purchase[];
  /** Resolves when a purchase that begins from now on is answered as booked. */
  nextBooked(): Promise<void>;
  /** No more are begun. Resolves when each has its answer, or has waited for it for as long as this, in milliseconds. */
  stop(limitMs: number): Promise<void>;
}

/** Refusals that ask for another request of the same attempt, as the app sends it. */
const goOn = /^(50[234]|409 attempt-in-progress|no answer)/;
/** How long a buyer waits before the same request is sent again, unless the store says. */
const repeatMs = 1_000;
/** From which they buy: nginx limits what one may send. */
const addresses = 16;

interface Answer {
  readonly told: string;
  /** How long the store asks to wait, in milliseconds. */
  readonly waitMs: number;
}

/** Has customers buy in turn through nginx. Each sends its attempt again, by its key, until it knows the outcome, as the app does. */
export const startBuyers = (world: World, perSecond: number): Buyers => {
  const { nginx, customers, gateway } = world;
  const agents = Array.from(
    { length: addresses },
    (_, place) =>
      new Agent({
        keepAlive: true,
        rejectUnauthorized: false,
        localAddress: `127.0.1.${place + 1}`,
        family: 4,
      }),
  );
  const purchases: Purchase[] = [];
  const open = new Set<Promise<void>>();
  const waiting = new Set<{ readonly from: number; readonly resolve: () => void }>();
  let givenUpAt = Number.POSITIVE_INFINITY;

  const send = (key: string, accessToken: string, body: string): Promise<Answer> =>
    new Promise((resolve) => {
      const headers = {
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      };
      const agent = agents[Number.parseInt(key.slice(0, 8), 16) % addresses];
      request(
        `${nginx.origin}/api/checkout/process-payment-token`,
        { method: 'POST', agent, headers },
        (reply) => {
          const code = (said: string) => /"code":"([^"]+)"/.exec(said)?.[1] ?? '';
          const seconds = reply.headers['retry-after'];
          const waitMs = seconds === undefined ? repeatMs : Number(seconds) * 1_000;
          text(reply).then(
            (said) => resolve({ told: `${reply.statusCode} ${code(said)}`.trim(), waitMs }),
            () => resolve({ told: 'no answer: cut off', waitMs }),
          );
        },
      )
        .once('error', ({ message }) => resolve({ told: `no answer: ${message}`, waitMs: repeatMs }))
        .end(body);
    });

  const buy = async ({ accessToken }: Customer): Promise<void> => {
    const body = JSON.stringify({
      product_id: 'plus-1200',
      payment_token: await gateway.newToken(),
      billing_address: billingAddress,
    });
    const purchase: Purchase = {
      key: crypto.randomUUID(),
      told: [],
      end: undefined,
      sentAt: performance.now(),
      tookMs: undefined,
    };
    purchases.push(purchase);
    while (purchase.end === undefined && performance.now() < givenUpAt) {
      const { told, waitMs } = await send(purchase.key, accessToken, body);
      purchase.told.push(told);
      if (goOn.test(told)) await delay(waitMs);
      else purchase.end = told;
    }
    if (purchase.end === undefined) return;
    purchase.tookMs = performance.now() - purchase.sentAt;
    if (purchase.end === booked)
      for (const waiter of waiting) if (purchase.sentAt >= waiter.from) waiter.resolve();
  };

  const began = performance.now();
  let begun = 0;
  const timer = setInterval(() => {
    for (; begun < ((performance.now() - began) / 1_000) * perSecond; begun += 1) {
      const customer = customers[begun % customers.length];
      if (customer === undefined) throw new Error('There is no customer.');
      const bought = buy(customer);
      open.add(bought);
      void bought.finally(() => open.delete(bought));
    }
  }, 5);

  return {
    purchases,
    nextBooked: () =>
      new Promise((resolve) => {
        const waiter = {
          from: performance.now(),
          resolve() {
            waiting.delete(waiter);
            resolve();
          },
        };
        waiting.add(waiter);
      }),
    async stop(limitMs) {
      clearInterval(timer);
      givenUpAt = performance.now() + limitMs;
      await Promise.all(open);
      for (const agent of agents) agent.destroy();
    },
  };
};

import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Customer } from '#tests/kills/buyer.ts';
import { billingAddress } from '#tests/unit/store/support/payment-requests.ts';
import { booked } from './verdict.ts';
import type { World } from './world.ts';

export interface Purchase {
  readonly key: string;
  /** For each request: the status with the error code, or why there was no response. */
  readonly told: string[];
  /** The final response; undefined while the purchase is open. */
  end: string | undefined;
  /** First request, and time to the final response in ms. */
  readonly sentAt: number;
  tookMs: number | undefined;
}

export interface Buyers {
  readonly purchases: readonly Purchase[];
  nextBooked(): Promise<void>;
  /** Starts no more. Resolves when each purchase has its final response or has waited for `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** Responses after which the app sends the same attempt again. */
const retryable = /^(50[234]|409 attempt-in-progress|no answer)/;
/** In ms between requests, unless the store asks for another delay. */
const repeatMs = 1_000;
/** Client addresses, because nginx limits requests per address. */
const addresses = 16;
/** More would be a queue that a busy machine never works off. */
const maxOpen = 40;

interface Answer {
  readonly told: string;
  /** The store's requested delay in ms. */
  readonly waitMs: number;
}

/** Like the app, each customer repeats an attempt with the same key until it has an outcome. */
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
      if (retryable.test(told)) await delay(waitMs);
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
      if (open.size >= maxOpen) continue;
      const customer = customers[begun % customers.length];
      if (customer === undefined) throw new Error('There is no customer.');
      const bought = buy(customer).finally(() => open.delete(bought));
      open.add(bought);
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

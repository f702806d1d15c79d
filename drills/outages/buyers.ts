import { EventEmitter, on } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Customer } from '#tests/kills/buyer.ts';
import { billingAddress } from '#tests/unit/store/support/payment-requests.ts';
import { booked } from './verdict.ts';
import type { World } from './world.ts';

export interface Purchase {
  readonly key: string;
  /** For each request, the status and error code, or the reason why there was no response. */
  readonly told: string[];
  /** The final response, or undefined while the purchase is open. */
  end: string | undefined;
  /** When the first request was sent (`performance.now()`), and how long the final response took, in ms. */
  readonly sentAt: number;
  tookMs: number | undefined;
}

/** Matches responses after which the app retries the same attempt. */
const retryable = /^(50[234]|409 attempt-in-progress|no answer)/;
/** Delay before a retry in ms, unless the store asks for another. */
const repeatMs = 1_000;
/** Number of client addresses. nginx limits requests per address, so one wouldn't be enough. */
const addresses = 16;
/** Maximum purchases in flight. With more, a busy machine would fall further and further behind. */
const maxOpen = 40;

const send = async (origin: string, init: Parameters<typeof request>[1]) => {
  try {
    const reply = await request(`${origin}/api/checkout/process-payment-token`, { ...init, method: 'POST' });
    const code = /"code":"([^"]+)"/.exec(await reply.body.text())?.[1] ?? '';
    const { 'retry-after': seconds } = reply.headers;
    const waitMs = seconds === undefined ? repeatMs : Number(seconds) * 1_000;
    return { told: `${reply.statusCode} ${code}`.trim(), waitMs };
  } catch (error) {
    return { told: `no answer: ${error}`, waitMs: repeatMs };
  }
};

/** Starts customers that buy. Like the app, they retry an attempt with the same key until it has an outcome. */
export const startBuyers = ({ nginx, customers, gateway }: World, perSecond: number) => {
  const agents = Array.from(
    { length: addresses },
    (_, place) =>
      new Agent({
        localAddress: `127.0.1.${place + 1}`,
        connect: { rejectUnauthorized: false, family: 4 },
      }),
  );
  const purchases: Purchase[] = [];
  const open = new Set<Promise<void>>();
  const events = new EventEmitter();
  let givenUpAt = Number.POSITIVE_INFINITY;

  const buy = async ({ accessToken }: Customer): Promise<void> => {
    const body = JSON.stringify({
      product_id: 'plus-1200',
      payment_token: await gateway.newToken(),
      billing_address: billingAddress,
    });
    const key = crypto.randomUUID();
    const headers = {
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    };
    const dispatcher = agents[purchases.length % addresses];
    const sentAt = performance.now();
    const purchase: Purchase = { key, told: [], end: undefined, sentAt, tookMs: undefined };
    purchases.push(purchase);
    while (purchase.end === undefined && performance.now() < givenUpAt) {
      const { told, waitMs } = await send(nginx.origin, { headers, body, ...(dispatcher && { dispatcher }) });
      purchase.told.push(told);
      if (retryable.test(told)) await delay(waitMs);
      else purchase.end = told;
    }
    if (purchase.end === undefined) return;
    purchase.tookMs = performance.now() - sentAt;
    if (purchase.end === booked) events.emit('booked', sentAt);
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
    /** Resolves when a purchase that starts after this call is booked. */
    async nextBooked(): Promise<void> {
      const from = performance.now();
      for await (const [sentAt] of on(events, 'booked')) if (sentAt >= from) return;
    },
    /** Stops new purchases. Resolves when each open one has its final response, or after `limitMs`. */
    async stop(limitMs: number): Promise<void> {
      clearInterval(timer);
      givenUpAt = performance.now() + limitMs;
      await Promise.all(open);
      await Promise.all(agents.map((agent) => agent.destroy()));
    },
  };
};

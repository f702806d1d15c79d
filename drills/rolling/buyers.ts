import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { billingAddress } from '#tests/unit/store/support/payment-requests.ts';

/** A purchase, from its first request to its answer. */
export interface Purchase {
  /** The attempt's, and the gateway's order id. */
  readonly key: string;
  /** What each request of it was told: a status, with the code of a refusal, or why there was no answer. */
  readonly told: string[];
  /** When it was first sent, and how long the answer took that ended it, in milliseconds. */
  readonly sentAt: number;
  tookMs: number | undefined;
}

/** Purchases that begin at a steady rate, whatever becomes of those before. */
export interface Buyers {
  readonly purchases: readonly Purchase[];
  /** No more are begun. Resolves when each has its answer, or has waited for it for as long as this, in milliseconds. */
  stop(limitMs: number): Promise<void>;
}

export interface BuyersOptions {
  /** Of nginx. */
  readonly origin: string;
  readonly perSecond: number;
  /** Access tokens of customers, who buy in turn. */
  readonly accessTokens: readonly string[];
  newPaymentToken(): Promise<string>;
}

/** Refusals that ask for another request of the same attempt, as the app sends it. */
const goOn = /^(50[234]|409 attempt-in-progress|no answer)/;
const repeatMs = 1_000;
/** From which they buy. */
const addresses = 8;

/** Starts customers who send an attempt again, by its key, until they are told what became of it. */
export const startBuyers = ({ origin, perSecond, accessTokens, newPaymentToken }: BuyersOptions): Buyers => {
  // nginx limits what one address may send.
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
  let givenUpAt = Number.POSITIVE_INFINITY;

  const send = (key: string, accessToken: string | undefined, body: string): Promise<string> =>
    new Promise((resolve) => {
      const headers = {
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      };
      const agent = agents[Number.parseInt(key.slice(0, 8), 16) % addresses];
      request(`${origin}/api/checkout/process-payment-token`, { method: 'POST', agent, headers }, (reply) => {
        const code = (said: string) => /"code":"([^"]+)"/.exec(said)?.[1] ?? '';
        text(reply).then(
          (said) => resolve(`${reply.statusCode} ${code(said)}`.trim()),
          () => resolve('no answer: cut off'),
        );
      })
        .once('error', (error) => resolve(`no answer: ${error.message}`))
        .end(body);
    });

  const buy = async (accessToken: string | undefined): Promise<void> => {
    const body = JSON.stringify({
      product_id: 'plus-1200',
      payment_token: await newPaymentToken(),
      billing_address: billingAddress,
    });
    const purchase: Purchase = {
      key: crypto.randomUUID(),
      told: [],
      sentAt: performance.now(),
      tookMs: undefined,
    };
    purchases.push(purchase);
    for (let isOpen = true; isOpen && performance.now() < givenUpAt; ) {
      const told = await send(purchase.key, accessToken, body);
      purchase.told.push(told);
      isOpen = goOn.test(told);
      if (isOpen) await delay(repeatMs);
    }
    if (!goOn.test(purchase.told.at(-1) ?? '')) purchase.tookMs = performance.now() - purchase.sentAt;
  };

  const began = performance.now();
  let begun = 0;
  const timer = setInterval(() => {
    for (; begun < ((performance.now() - began) / 1_000) * perSecond; begun += 1) {
      const bought = buy(accessTokens[begun % accessTokens.length]);
      open.add(bought);
      void bought.finally(() => open.delete(bought));
    }
  }, 5);

  return {
    purchases,
    async stop(limitMs) {
      clearInterval(timer);
      givenUpAt = performance.now() + limitMs;
      await Promise.all(open);
      for (const agent of agents) agent.destroy();
    },
  };
};

import type { BrowserContext } from '@playwright/test';
import type { Console, Sale } from './console.ts';

const paymentPath = '/api/checkout/process-payment-token';

/** The purchase attempts that a test's pages have made. */
export interface Payments {
  /** The Idempotency-Key of each payment request, in their order. */
  keys(): readonly string[];
  /** What the gateway did with these attempts, oldest first. */
  sales(): Promise<Sale[]>;
}

/** Begins to note the payment requests of this context. The gateway knows an attempt's key as its order. */
export const watchPayments = (context: BrowserContext, console: Console): Payments => {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== paymentPath) return;
    const key = request.headers()['idempotency-key'];
    if (key !== undefined) keys.push(key);
  });
  return {
    keys: () => keys,
    async sales() {
      const own = (await console.sales()).filter(({ orderId }) => keys.includes(orderId));
      return own.sort((a, b) => a.at.localeCompare(b.at));
    },
  };
};

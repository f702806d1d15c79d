import type { BrowserContext } from '@playwright/test';
import type { Console, Sale } from './console.ts';

const paymentPath = '/api/checkout/process-payment-token';

/** The purchase attempts that a test's pages have made, in the step that it is at. */
export interface Payments {
  /** The Idempotency-Key of each payment request, in their order. */
  keys(): readonly string[];
  /** What the gateway did with these attempts, oldest first. */
  sales(): Promise<Sale[]>;
  /** The same of all attempts since the test began. */
  allSales(): Promise<Sale[]>;
  /** Begins anew: what was paid until now is of an earlier step. */
  restart(): void;
}

/** What the gateway did with the attempts of these keys, oldest first. */
export const salesOf = async (console: Console, keys: readonly string[]): Promise<Sale[]> =>
  (await console.sales())
    .filter(({ orderId }) => keys.includes(orderId))
    .sort((a, b) => a.at.localeCompare(b.at));

/** Payments of the attempts whose keys are noted here. */
export const paymentsOf = (console: Console, noted: readonly string[]): Payments => {
  let start = 0;
  const keys = () => noted.slice(start);
  return {
    keys,
    sales: () => salesOf(console, keys()),
    allSales: () => salesOf(console, noted),
    restart() {
      start = noted.length;
    },
  };
};

/** Begins to note the payment requests of this context. The gateway knows an attempt's key as its order. */
export const watchPayments = (context: BrowserContext, console: Console): Payments => {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== paymentPath) return;
    const key = request.headers()['idempotency-key'];
    if (key !== undefined) keys.push(key);
  });
  return paymentsOf(console, keys);
};

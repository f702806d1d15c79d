import type { BrowserContext } from '@playwright/test';
import type { Console, Sale } from './console.ts';

const paymentPath = '/api/checkout/process-payment-token';

/** The purchase attempts that a test's pages have sent in the current step. */
export type Payments = ReturnType<typeof watchPayments>;

export const salesOf = async (console: Console, keys: readonly string[]): Promise<Sale[]> =>
  (await console.sales())
    .filter(({ orderId }) => keys.includes(orderId))
    .sort((a, b) => a.at.localeCompare(b.at));

/** Records the pages' purchase attempts. An attempt's key is the order ID at the gateway. */
export const watchPayments = (context: BrowserContext, console: Console) => {
  const noted: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== paymentPath) return;
    const key = request.headers()['idempotency-key'];
    if (key !== undefined) noted.push(key);
  });
  let start = 0;
  /** Returns the Idempotency-Key of each payment request, in order. */
  const keys = (): readonly string[] => noted.slice(start);
  return {
    keys,
    sales: () => salesOf(console, keys()),
    allSales: () => salesOf(console, noted),
    restart() {
      start = noted.length;
    },
  };
};

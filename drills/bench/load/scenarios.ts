import { paymentRequest } from '#tests/unit/store/support/payment-requests.ts';
import type { LoadRequest } from './requests.ts';

const readPaths = [
  '/api/credits/balance',
  '/api/transactions/history?page=1&limit=10',
  '/api/transactions/summary',
] as const;

/** Customers buy in turn, each time with a new attempt and a new card token. */
export const payments = (tokens: readonly string[]): (() => LoadRequest) => {
  let turn = 0;
  return () => {
    turn += 1;
    return {
      method: 'POST',
      path: '/api/checkout/process-payment-token',
      headers: {
        Authorization: `Bearer ${tokens[turn % tokens.length]}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(paymentRequest()),
    };
  };
};

export const reads = (tokens: readonly string[]): (() => LoadRequest) => {
  let turn = 0;
  return () => {
    turn += 1;
    return {
      method: 'GET',
      path: readPaths[turn % readPaths.length] ?? '',
      headers: { Authorization: `Bearer ${tokens[Math.floor(turn / readPaths.length) % tokens.length]}` },
    };
  };
};

/** Customers spend one credit in turn, each time with a new id. */
export const spends = (key: string, customers: readonly string[]): (() => LoadRequest) => {
  let turn = 0;
  return () => {
    turn += 1;
    return {
      method: 'PUT',
      path: `/v1/spends/${crypto.randomUUID()}`,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ customer_id: customers[turn % customers.length], credits: 1 }),
    };
  };
};

/** Always the same thousand events. */
export const eventReads = (key: string) => (): LoadRequest => ({
  method: 'GET',
  path: '/v1/events?limit=1000',
  headers: { Authorization: `Bearer ${key}` },
});

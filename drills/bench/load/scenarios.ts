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

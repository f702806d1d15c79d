import type { Endpoint } from './endpoints.ts';

/** Turning off answers with a charge that was already sent. Apart from the others, so that only the page of top-up loads them. */
export const topUpEndpoints = {
  read: { path: '/api/top-up', reply: 'TopUp', staleTime: 30_000 },
  save: { method: 'PUT', path: '/api/top-up', requests: ['TopUpRequest'], reply: 'TopUp' },
  turnOff: { method: 'DELETE', path: '/api/top-up', reply: 'TopUp' },
} as const satisfies Readonly<Record<string, Endpoint>>;

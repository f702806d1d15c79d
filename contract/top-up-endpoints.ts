import type { Endpoint } from './endpoints.ts';

/** Separate, so that only the top-up page loads these. `turnOff` returns a charge that is in flight. */
export const topUpEndpoints = {
  read: { path: '/api/top-up', reply: 'TopUp', staleTime: 30_000 },
  save: { method: 'PUT', path: '/api/top-up', requests: ['TopUpRequest'], reply: 'TopUp' },
  turnOff: { method: 'DELETE', path: '/api/top-up', reply: 'TopUp' },
} as const satisfies Readonly<Record<string, Endpoint>>;

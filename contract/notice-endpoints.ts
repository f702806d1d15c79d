import type { Endpoint } from './endpoints.ts';

/** Separate, so that only the page with the notices loads these. */
export const noticeEndpoints = {
  read: { path: '/api/notices', reply: 'Notices', staleTime: 30_000 },
  save: { method: 'PUT', path: '/api/notices', requests: ['NoticesRequest'], reply: 'Notices' },
} as const satisfies Readonly<Record<string, Endpoint>>;

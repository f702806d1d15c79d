import { dashboard, type Story } from './story.ts';

/** Screens that no state of a machine leads to. */
export const pageStories: Readonly<Record<string, Story>> = {
  terms: { at: '/terms' },
  privacy: { at: '/privacy' },
  'not-found': { at: '/no/such/page' },
  'not-found-for-a-customer': { at: '/dashboard/nowhere' },
  crash: dashboard({ customerCode: 'broken' }),
  machines: { at: '/machines', inspected: true },
  misconfigured: { at: '/', misconfigured: '/config.json: gateway.tokenizationKey is missing' },
};

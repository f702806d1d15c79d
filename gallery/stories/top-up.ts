import type { TopUp } from '#contract/top-up.ts';
import type { TopUpSource } from '#features/billing/top-up-queries.ts';
import {
  failing,
  pending,
  savedCards,
  topUpDecline,
  topUpDelay,
  topUpOff,
  topUpOn,
  topUpShortfall,
  visa,
} from '../harness/fixtures.ts';
import type { Story } from './story.ts';

const withTopUp = (topUp: TopUp, source: Partial<TopUpSource> = {}): Story => ({
  at: '/billing',
  cards: { list: async () => savedCards },
  topUp: { load: async () => topUp, ...source },
});

const paused: TopUp = {
  ...topUpOn,
  state: 'paused',
  paused_reason: 'declined-repeatedly',
  declined: { ...topUpDecline, next_try: null },
};
const turnedOff: TopUp = { ...topUpOn, state: 'off' };
const open = topUpOn.last_charge && { ...topUpOn.last_charge, transaction_id: 'open', status: 'pending' };
const charging = { open_charge: open, last_charge: open };

export const topUpStories: Readonly<Record<string, Story>> = {
  loading: withTopUp(topUpOff, { load: pending }),
  failed: withTopUp(topUpOff, { load: failing }),
  off: withTopUp(topUpOff),
  'without-a-card': { at: '/billing', topUp: { load: async () => topUpOff } },
  'in-other-words': withTopUp({ ...topUpOff, consent_version: '2027-01-01' }),
  unavailable: withTopUp({ ...topUpOff, is_available: false }),
  offline: { ...withTopUp(topUpOff), offline: true },
  wanted: { ...withTopUp(topUpOff), presses: ['Automatic top-up'] },
  on: withTopUp(topUpOn),
  declined: withTopUp({ ...topUpOn, declined: topUpDecline }),
  delayed: withTopUp({ ...topUpOn, delayed: topUpDelay, shortfall: topUpShortfall }),
  'below-threshold': withTopUp({ ...topUpOn, is_below_threshold: true }),
  charging: withTopUp({ ...topUpOn, ...charging }),
  'on-but-unavailable': withTopUp({ ...topUpOn, is_available: false }),
  paused: withTopUp(paused),
  'paused-without-another-card': { ...withTopUp(paused), cards: { list: async () => [visa] } },
  'paused-for-a-new-price': withTopUp({ ...paused, paused_reason: 'price-changed', declined: null }),
  saving: { ...withTopUp(turnedOff), presses: ['Save'] },
  'save-refused': {
    ...withTopUp(turnedOff, { save: async () => ({ outcome: 'refused', name: 'sign-in-required' }) }),
    presses: ['Save'],
  },
  'turning-off': { ...withTopUp(topUpOn), presses: ['Turn Off'] },
  'turned-off': {
    ...withTopUp(topUpOn, {
      turnOff: async () => ({ outcome: 'done', topUp: { ...turnedOff, ...charging } }),
    }),
    presses: ['Turn Off'],
  },
  'not-turned-off': {
    ...withTopUp(topUpOn, { turnOff: async () => ({ outcome: 'refused', name: 'unknown' }) }),
    presses: ['Turn Off'],
  },
};

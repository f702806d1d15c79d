import type { ActivityEntry } from '#contract/activity.ts';

export const spendEntry: ActivityEntry = {
  id: 'm2',
  kind: 'spend',
  description: 'Summarize a page',
  credits: -5,
  balance_after: 1_295,
  date: '2026-11-20T12:30:05Z',
};

export const purchaseEntry: ActivityEntry = {
  id: 'm1',
  kind: 'purchase',
  description: 'Plus',
  credits: 1_300,
  balance_after: 1_300,
  date: '2026-11-20T12:00:00Z',
};

import type { SpendingLimit } from '#contract/spending-limit.ts';
import { StoreError } from '#domain/store-error.ts';
import type { SpendingLimitSource } from '#features/billing/spending-limit-section.tsx';
import { spendingLimitTexts as texts } from '#texts/spending-limit.ts';
import { failing } from '../harness/fixtures.ts';
import { dashboard, type Story } from './story.ts';

const limit: SpendingLimit = { monthly_credits: 1_000, used: 1_000, resets_at: '2026-04-01T05:00:00Z' };
const oldSignIn = new StoreError('refused', '', { status: 403, code: 'recent-sign-in-required' });

const withLimit = (parts: Partial<SpendingLimitSource>, ...presses: readonly string[]): Story => ({
  at: '/billing',
  limit: { load: async () => limit, ...parts },
  presses,
});

export const spendingLimitStories: Readonly<Record<string, Story>> = {
  none: withLimit({ load: async () => ({ ...limit, monthly_credits: null }) }),
  failed: withLimit({ load: failing }),
  offline: { ...withLimit({}), offline: true },
  missing: { ...withLimit({}, texts.save), entries: { limit: '' } },
  saved: withLimit({ save: async () => limit }, texts.save),
  'perhaps-saved': withLimit({ save: failing }, texts.save),
  'removal-refused': withLimit({ save: () => Promise.reject(oldSignIn) }, texts.remove),
  'on-the-dashboard': dashboard({
    store: { credits: async () => ({ held: 0, expiring: null, spending_limit: limit }) },
  }),
};

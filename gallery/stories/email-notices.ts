import type { Notices } from '#contract/notices.ts';
import { StoreError } from '#domain/store-error.ts';
import type { EmailNoticesSource } from '#features/billing/email-notices-section.tsx';
import { emailNoticesTexts } from '#texts/email-notices.ts';
import { failing } from '../harness/fixtures.ts';
import type { Story } from './story.ts';

const initial: Notices = { low_balance: null, expiring: true };
const low: Notices = { low_balance: 500, expiring: false };

const withNotices = (notices: Notices, source: Partial<EmailNoticesSource> = {}): Story => ({
  at: '/billing',
  notices: { load: async () => notices, ...source },
});
const saving = (source: Partial<EmailNoticesSource>): Story => ({
  ...withNotices(low, source),
  presses: [emailNoticesTexts.save],
});

export const emailNoticesStories: Readonly<Record<string, Story>> = {
  initial: withNotices(initial),
  low: withNotices(low),
  failed: withNotices(initial, { load: failing }),
  offline: { ...withNotices(low), offline: true },
  'credits-missing': { ...saving({}), entries: { credits: '' } },
  saving: saving({}),
  saved: saving({ save: async () => low }),
  'not-saved': saving({
    save: () => Promise.reject(new StoreError('unsent', "We can't reach the store. Please try again.")),
  }),
  'perhaps-saved': saving({ save: failing }),
};

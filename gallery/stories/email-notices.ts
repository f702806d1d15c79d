import type { EmailNoticesSource } from '#features/billing/email-notices-section.tsx';
import { emailNoticesTexts } from '#texts/email-notices.ts';
import { failing } from '../harness/fixtures.ts';
import type { Story } from './story.ts';

const low = async () => ({ low_balance: 500, expiring: false });
const withNotices = (notices: Partial<EmailNoticesSource>, ...presses: readonly string[]): Story => ({
  at: '/billing',
  notices: { load: low, ...notices },
  presses,
});
const { save } = emailNoticesTexts;

export const emailNoticesStories: Readonly<Record<string, Story>> = {
  initial: withNotices({ load: async () => ({ low_balance: null, expiring: true }) }),
  failed: withNotices({ load: failing }),
  offline: { ...withNotices({}), offline: true },
  'credits-missing': { ...withNotices({}, save), entries: { credits: '' } },
  saving: withNotices({}, save),
  saved: withNotices({ save: low }, save),
  'perhaps-saved': withNotices({ save: failing }, save),
};

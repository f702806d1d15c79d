import type { DeletionFailureName } from '#domain/profile.ts';
import type { Profile } from '#features/shared/security.ts';
import { changePasswordTexts, deletionTexts, profileTexts, sessionsTexts } from '#texts/profile.ts';
import { done, failing, fullStore, pending, refuses } from '../harness/fixtures.ts';
import type { Story } from './story.ts';

const at = (profile: Partial<Profile> = {}, ...presses: readonly string[]): Story => ({
  at: '/profile',
  profile,
  presses,
});

const { save } = profileTexts;
const change = changePasswordTexts.submit;
const passwords = {
  currentPassword: 'Correct-horse1!',
  newPassword: 'Battery-staple2!',
  confirmPassword: 'Battery-staple2!',
};
const changing = (changePassword: Profile['changePassword']): Story => ({
  ...at({ changePassword }, change),
  entries: passwords,
});

const ask = [deletionTexts.submit];
const confirm = [...ask, deletionTexts.submit];
const everywhere = [sessionsTexts.everywhere, sessionsTexts.everywhere];

const deleting = (name: DeletionFailureName, message = ''): Story => ({
  ...at({}, ...confirm),
  store: { ...fullStore, balance: async () => ({ balance: 0 }) },
  deleteAccount: async () => ({ outcome: 'refused', name, message }),
});

export const profileStories: Readonly<Record<string, Story>> = {
  open: at(),
  offline: { ...at(), offline: true },
  'phone-foreign': { ...at({}, save), entries: { phone: '+44 20 7946 0958' } },
  saving: { ...at({}, save), entries: { firstName: 'Augusta Ada' } },
  saved: at({ save: done }, save),
  'not-writable': at({ save: refuses('not-authorized') }, save),
  'not-saved': at({ save: refuses('unavailable') }, save),
  'passwords-missing': at({}, change),
  'password-being-changed': changing(pending),
  'password-wrong': changing(refuses('not-authorized', 'Incorrect username or password.')),
  'password-used': changing(refuses('password-used')),
  'password-tried-too-often': changing(refuses('limit-exceeded')),
  'password-changed': changing(done),
  'sign-out-everywhere': at({}, sessionsTexts.everywhere),
  'signing-out-everywhere': at({}, ...everywhere),
  'not-signed-out-everywhere': at({ signOutEverywhere: refuses('unavailable') }, ...everywhere),
  'deletion-with-credits': at({}, ...ask),
  'deletion-credits-kept': at({}, ...confirm),
  'deletion-balance-loading': { ...at({}, ...ask), store: { ...fullStore, balance: pending } },
  'deletion-balance-failed': { ...at({}, ...ask), store: { ...fullStore, balance: failing } },
  'deletion-offline': { ...at({}, ...ask), offline: true },
  deleting: { ...deleting('unknown'), deleteAccount: pending },
  'deletion-sign-in-required': deleting('sign-in-required'),
  'deletion-open-purchase': deleting('open-purchase'),
  'deletion-unknown': deleting('unknown'),
};

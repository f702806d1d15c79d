import type { AuthenticatorUse } from '#domain/security.ts';
import type { Authenticator, Passkeys } from '#features/shared/security.ts';
import { passkeyTexts } from '#texts/passkey-settings.ts';
import { securityTexts } from '#texts/security.ts';
import { done, now, pending, refuses } from '../harness/fixtures.ts';
import { dashboard, type Story, securityPage } from './story.ts';

const { turnOnName, confirmCode, turnOffName, turnOff } = securityTexts;

const atSecurity = (authenticator: Partial<Authenticator> = {}, ...presses: readonly string[]): Story =>
  securityPage({ authenticator, presses });

/** Returns a story of the security page in a store with passkeys. */
export const atPasskeys = (passkeyChanges: Partial<Passkeys>, ...presses: readonly string[]): Story =>
  securityPage({ passkeys: true, passkeyChanges, presses });

const lists = (count: number): Partial<Passkeys> => ({
  list: async () => ({
    outcome: 'done',
    passkeys: Array.from({ length: count }, (_, index) => ({
      id: `${index}`,
      name: '',
      isSecurityKey: false,
      addedAt: now - index * 86_400_000,
      here: index === 0,
    })),
  }),
});

const isUsed = (use: AuthenticatorUse): Partial<Authenticator> => ({
  read: async () => ({ outcome: 'done', use }),
});

export const securityStories: Readonly<Record<string, Story>> = {
  'security-loading': atSecurity({ read: pending }),
  'security-unavailable': atSecurity({ read: refuses('unavailable') }),
  'authenticator-unsupported': atSecurity({ createSecret: refuses('authenticator-unsupported') }, turnOnName),
  'authenticator-secret-on-its-way': atSecurity({ createSecret: pending }, turnOnName),
  'authenticator-without-secret': atSecurity({ createSecret: refuses('unavailable') }, turnOnName),
  'authenticator-setup': atSecurity({}, turnOnName),
  'authenticator-being-turned-on': atSecurity({}, turnOnName, confirmCode),
  'authenticator-code-missing': atSecurity(
    { turnOn: refuses('field-empty', 'Confirmation code cannot be empty') },
    turnOnName,
    confirmCode,
  ),
  'authenticator-code-refused': atSecurity({ turnOn: refuses('code-mismatch') }, turnOnName, confirmCode),
  'authenticator-not-turned-on': atSecurity({ turnOn: refuses('unavailable') }, turnOnName, confirmCode),
  'authenticator-turned-on': atSecurity({ turnOn: done }, turnOnName, confirmCode),
  'authenticator-on': atSecurity(isUsed('on')),
  'authenticator-secondary': atSecurity(isUsed('secondary')),
  'authenticator-to-be-turned-off': atSecurity(isUsed('on'), turnOffName),
  'authenticator-being-turned-off': atSecurity(isUsed('on'), turnOffName, turnOff),
  'authenticator-not-turned-off': atSecurity(
    { ...isUsed('on'), turnOff: refuses('unavailable') },
    turnOffName,
    turnOff,
  ),
  'authenticator-turned-off': atSecurity({ ...isUsed('on'), turnOff: done }, turnOffName, turnOff),
  'passkey-offer': dashboard({ passkeys: true, passkeyOffer: true, passkeyChanges: lists(0) }),
  passkeys: atPasskeys({}),
  'passkeys-none': atPasskeys(lists(0)),
  'passkeys-full': atPasskeys(lists(20)),
  'passkeys-unavailable': atPasskeys({ list: refuses('unavailable') }),
  'passkey-to-be-removed': atPasskeys({}, passkeyTexts.remove),
  'passkey-removed': atPasskeys({ remove: done }, passkeyTexts.remove, passkeyTexts.remove),
  'passkey-last-to-be-removed': atPasskeys(lists(1), passkeyTexts.remove),
  'passkey-password-refused': atPasskeys(
    { ...lists(1), remove: refuses('not-authorized', 'Incorrect username or password.') },
    passkeyTexts.remove,
    passkeyTexts.remove,
  ),
};

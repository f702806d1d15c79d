import type { Authenticator, AuthenticatorUse, IdentityFailureName } from '#machines/auth.types.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { securityTexts } from '#texts/security.ts';
import { pending } from '../harness/fixtures.ts';
import { dashboard, type Story } from './story.ts';

const { turnOnName, confirmCode, turnOffName, turnOff } = securityTexts;

const atSecurity = (authenticator: Partial<Authenticator> = {}, ...presses: readonly string[]): Story =>
  dashboard({ authenticator, presses: [dashboardTexts.security, ...presses] });

const done = async () => ({ outcome: 'done' }) as const;

const refuses = (name: IdentityFailureName, message = '') => {
  const answer = { outcome: 'refused', failure: { name, message } } as const;
  return async () => answer;
};

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
};

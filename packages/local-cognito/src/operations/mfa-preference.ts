import * as v from 'valibot';
import { authorizedUser } from '../authorization.ts';
import { invalidParameter } from '../errors.ts';
import { assertHasFactor, type Factor, type Mfa, withFactor } from '../factors.ts';
import { token } from '../input.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';
import { operation } from './operation.ts';

const factorSettings = v.nullish(
  v.object({ Enabled: v.nullish(v.boolean(), false), PreferredMfa: v.nullish(v.boolean(), false) }),
);
type FactorSettings = v.InferOutput<typeof factorSettings>;

/** Turns factors on and off. The others stay as they are. */
export const setUserMfaPreference = operation(
  v.object({
    AccessToken: token,
    SMSMfaSettings: factorSettings,
    SoftwareTokenMfaSettings: factorSettings,
    EmailMfaSettings: factorSettings,
  }),
  async ({ AccessToken, SMSMfaSettings, SoftwareTokenMfaSettings, EmailMfaSettings }, pool) => {
    const user = await authorizedUser(pool, AccessToken);
    const given: readonly (readonly [Factor, FactorSettings])[] = [
      ['SOFTWARE_TOKEN_MFA', SoftwareTokenMfaSettings],
      ['SMS_MFA', SMSMfaSettings],
      ['EMAIL_OTP', EmailMfaSettings],
    ];
    if (given.filter(([, settings]) => settings?.PreferredMfa).length > 1) {
      throw invalidParameter('Only one MFA type can be preferred');
    }
    const mfa = given.reduce((before, [factor, settings]) => {
      if (!settings) return before;
      if (settings.Enabled) assertAvailable(pool, user, factor);
      return withSettings(before, factor, settings.Enabled, settings.PreferredMfa);
    }, user.mfa);
    pool.users.update(user, { mfa });
    return {};
  },
);

const withSettings = (mfa: Mfa, factor: Factor, isOn: boolean, isPreferred: boolean): Mfa => {
  const changed = withFactor(mfa, factor, isOn);
  if (isOn && isPreferred) return { ...changed, preferred: factor };
  return changed.preferred === factor ? { ...changed, preferred: null } : changed;
};

const assertAvailable = (pool: Pool, user: User, factor: Factor): void => {
  const { mfa, mfaFactors } = pool.settings.get();
  if (mfa === 'OFF' || !mfaFactors.includes(factor)) {
    throw invalidParameter(`${factor} is not enabled for the user pool`);
  }
  assertHasFactor(user, factor);
};

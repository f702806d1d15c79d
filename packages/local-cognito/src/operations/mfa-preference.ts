import * as v from 'valibot';
import { authorizedUser } from '../authorization.ts';
import { token } from '../constraints.ts';
import { invalidParameter } from '../errors.ts';
import { type Factor, type Mfa, withFactor } from '../factors.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';
import { operation } from './operation.ts';

const factorSettings = v.nullish(
  v.object({ Enabled: v.nullish(v.boolean(), false), PreferredMfa: v.nullish(v.boolean(), false) }),
);
type FactorSettings = v.InferOutput<typeof factorSettings>;

/** SetUserMFAPreference: turns factors on and off. Those that are not named stay as they are. */
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

/** Throws InvalidParameterException for a factor that the pool does not have, or the user can't be asked for. */
const assertAvailable = (pool: Pool, user: User, factor: Factor): void => {
  const { mfa, mfaFactors } = pool.settings();
  if (mfa === 'OFF' || !mfaFactors.includes(factor)) {
    throw invalidParameter(`${factor} is not enabled for the user pool`);
  }
  assertHasFactor(user, factor);
};

/** Throws InvalidParameterException where the user lacks what the factor needs. */
export const assertHasFactor = (user: Pick<User, 'mfa' | 'attributes'>, factor: Factor): void => {
  if (factor === 'SOFTWARE_TOKEN_MFA' && user.mfa.softwareToken === null) {
    throw invalidParameter('User has not set up software token mfa');
  }
  if (factor === 'SMS_MFA' && user.attributes.phone_number === undefined) {
    throw invalidParameter('User does not have a phone_number set to turn on SMS MFA');
  }
};

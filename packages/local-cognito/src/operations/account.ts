import * as v from 'valibot';
import { CognitoError, invalidParameter } from '../errors.ts';
import { assertHasFactor, type Factor, type Mfa, withFactor } from '../factors.ts';
import { clientId, token } from '../input.ts';
import type { Pool } from '../pool.ts';
import { operation, userOperation } from './operation.ts';
import { ownDescription } from './user-descriptions.ts';

/** Matches a JSON Web Token, which has three parts. This pool's refresh tokens have two. */
const jsonWebToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const factorSettings = v.nullish(
  v.object({ Enabled: v.nullish(v.boolean(), false), PreferredMfa: v.nullish(v.boolean(), false) }),
);

const assertPasskeyMfa = (pool: Pool, mfa: Mfa): void => {
  if (pool.settings.get().passkeyFactor !== 'MULTI_FACTOR_WITH_USER_VERIFICATION') {
    throw invalidParameter('WebAuthn MFA is not enabled for the user pool');
  }
  // Require another factor, so that a lost passkey doesn't lock the user out.
  if (mfa.factors.length === 0) throw invalidParameter('WebAuthn MFA needs another MFA method');
};

export const accountOperations = {
  GetUser: userOperation(v.object({ AccessToken: token }), ({ user }) => ownDescription(user)),

  GlobalSignOut: userOperation(v.object({ AccessToken: token }), ({ user }, pool) => {
    pool.sessions.revokeAllOf(user.sub);
    return {};
  }),

  RevokeToken: operation(v.object({ ClientId: clientId, Token: token }), ({ Token }, pool) => {
    if (jsonWebToken.test(Token)) {
      const text = 'Token type is not supported for revocation.';
      throw new CognitoError('UnsupportedTokenTypeException', text);
    }
    pool.sessions.revoke(Token);
    return {};
  }),

  SetUserMFAPreference: userOperation(
    v.object({
      AccessToken: token,
      SoftwareTokenMfaSettings: factorSettings,
      SMSMfaSettings: factorSettings,
      EmailMfaSettings: factorSettings,
      WebAuthnMfaSettings: v.nullish(v.object({ Enabled: v.nullish(v.boolean(), false) })),
    }),
    ({ user, WebAuthnMfaSettings, ...input }, pool) => {
      const { SoftwareTokenMfaSettings, SMSMfaSettings, EmailMfaSettings } = input;
      const given = [
        ['SOFTWARE_TOKEN_MFA', SoftwareTokenMfaSettings],
        ['SMS_MFA', SMSMfaSettings],
        ['EMAIL_OTP', EmailMfaSettings],
      ] as const;
      if (given.filter(([, settings]) => settings?.PreferredMfa).length > 1) {
        throw invalidParameter('Only one MFA type can be preferred');
      }
      const { mfa: requirement, mfaFactors } = pool.settings.get();
      const assertAvailable = (factor: Factor) => {
        if (requirement === 'OFF' || !mfaFactors.includes(factor)) {
          throw invalidParameter(`${factor} is not enabled for the user pool`);
        }
        assertHasFactor(user, factor);
      };
      let { mfa } = user;
      for (const [factor, settings] of given) {
        if (!settings) continue;
        if (settings.Enabled) assertAvailable(factor);
        mfa = withFactor(mfa, factor, settings.Enabled);
        if (settings.Enabled && settings.PreferredMfa) mfa = { ...mfa, preferred: factor };
        else if (mfa.preferred === factor) mfa = { ...mfa, preferred: null };
      }
      if (WebAuthnMfaSettings?.Enabled) assertPasskeyMfa(pool, mfa);
      const passkey = WebAuthnMfaSettings?.Enabled ?? mfa.passkey;
      pool.users.update(user, { mfa: { ...mfa, passkey } });
      return {};
    },
  ),
};

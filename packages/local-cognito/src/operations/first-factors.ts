import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { deliverSignInCode } from '../codes.ts';
import { invalidParameter } from '../errors.ts';
import { requiredParameter } from '../input.ts';
import {
  assertionSchema,
  type Ceremony,
  invalidPasskey,
  requestOptions,
  verifyAssertion,
} from '../passkeys.ts';
import { assertPassword } from '../passwords.ts';
import type { Pool } from '../pool.ts';
import type { FirstChallenge } from '../sign-ins.ts';
import type { User } from '../users.ts';
import { activeFactors, afterPassword, challenge, challengePassword, type Step } from './sign-in-steps.ts';

type Parameters = Readonly<Record<string, string | null | undefined>>;

const hasPasskeyMfa = (pool: Pool, user: User): boolean =>
  user.mfa.passkey && pool.settings.get().passkeyFactor === 'MULTI_FACTOR_WITH_USER_VERIFICATION';

export const verificationOf = (pool: Pool, user: User): Ceremony['userVerification'] =>
  hasPasskeyMfa(pool, user) ? 'required' : pool.settings.get().userVerification;

/** Returns the factors that can start a sign-in. Second factors need a password first; a passkey can count as both. */
const availableChallenges = (pool: Pool, user: User): FirstChallenge[] => {
  const { firstFactors, mfa, relyingPartyId } = pool.settings.get();
  const asksForMore = mfa === 'ON' || activeFactors(pool, user).length > 0;
  const isConfirmed = user.status === 'CONFIRMED';
  const isOpen = {
    PASSWORD: true,
    EMAIL_OTP: isConfirmed && user.emailVerified && !asksForMore,
    WEB_AUTHN:
      isConfirmed &&
      relyingPartyId !== null &&
      pool.passkeys.allOf(user.sub).length > 0 &&
      (!asksForMore || hasPasskeyMfa(pool, user)),
  };
  return firstFactors
    .filter((factor) => isOpen[factor])
    .flatMap((factor) => (factor === 'PASSWORD' ? ['PASSWORD', 'PASSWORD_SRP'] : [factor]));
};

/** Starts with the preferred challenge, or lets the user choose one. */
export const chooseFirstFactor = (step: Step, parameters: Parameters): object | Promise<object> => {
  const available = availableChallenges(step.pool, step.user);
  const preferred = available.find((name) => name === parameters['PREFERRED_CHALLENGE']);
  if (preferred !== undefined) return challengeFirstFactor(step, preferred, parameters);
  const pending = { name: 'SELECT_CHALLENGE', challenges: available } as const;
  return { ...challenge(step, pending, {}), AvailableChallenges: available };
};

/** Starts a challenge. Throws InvalidParameterException if a required parameter is missing. */
export const challengeFirstFactor = (
  step: Step,
  name: FirstChallenge,
  parameters: Parameters,
): object | Promise<object> => {
  const { pool, user } = step;
  switch (name) {
    case 'PASSWORD':
      assertPassword(pool.poolName, user, requiredParameter(parameters, 'PASSWORD'));
      return afterPassword(step);
    case 'PASSWORD_SRP':
      return challengePassword(pool, user, requiredParameter(parameters, 'SRP_A'));
    case 'EMAIL_OTP': {
      const { code, parameters: sent } = deliverSignInCode(pool, user, 'EMAIL', 8);
      return challenge(step, { name, code, issuedAt: pool.now() }, sent);
    }
    case 'WEB_AUTHN': {
      const ceremony: Ceremony = {
        challenge: randomBytes(32).toString('base64url'),
        relyingPartyId: pool.settings.get().relyingPartyId ?? '',
        userVerification: verificationOf(pool, user),
      };
      const options = requestOptions(ceremony, pool.passkeys.allOf(user.sub));
      return challenge(step, { name, ceremony }, { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) });
    }
  }
};

const credentialSchema = v.pipe(v.string(), v.parseJson(), assertionSchema);

/** Verifies a passkey sign-in. Throws NotAuthorizedException, or InvalidParameterException if it is malformed. */
export const provePasskey = async (
  pool: Pool,
  user: User,
  ceremony: Ceremony,
  credential: string,
): Promise<void> => {
  const { success, output: assertion } = v.safeParse(credentialSchema, credential);
  if (!success) throw invalidParameter('Invalid CREDENTIAL.');
  const passkey = pool.passkeys.find(user.sub, assertion.id);
  if (passkey === undefined) throw invalidPasskey();
  const counter = await verifyAssertion(assertion, passkey, ceremony);
  pool.passkeys.recordUse(user.sub, passkey.id, counter);
};

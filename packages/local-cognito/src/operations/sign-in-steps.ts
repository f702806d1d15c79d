import { attributeClaims, missingAttributes } from '../attributes.ts';
import { startSession } from '../authorization.ts';
import { deliverSignInCode } from '../codes.ts';
import type { Device } from '../devices.ts';
import type { Factor } from '../factors.ts';
import type { Pool } from '../pool.ts';
import { accountScope } from '../sessions.ts';
import type { PendingChallenge } from '../sign-ins.ts';
import type { TokenPair } from '../tokens.ts';
import type { User } from '../users.ts';

export const authenticationResult = (
  { accessToken, expiresIn, idToken }: TokenPair,
  more: object = {},
): object => ({
  AuthenticationResult: {
    AccessToken: accessToken,
    ExpiresIn: expiresIn,
    IdToken: idToken,
    ...more,
    TokenType: 'Bearer',
  },
  ChallengeParameters: {},
});

/** Returns the device that a client named, if devices are tracked. Throws ResourceNotFoundException if unknown. */
export const namedDevice = (pool: Pool, sub: string, key: string | null | undefined): Device | undefined =>
  key && pool.settings.get().deviceTracking ? pool.devices.get(sub, key) : undefined;

export interface Step {
  readonly pool: Pool;
  readonly user: User;
  /** The known device that the client named, if any. */
  readonly device: Device | undefined;
}

/** Asks the client to prove the password with SRP. */
export const challengePassword = (pool: Pool, user: User, srpA: string): object => {
  const parameters = pool.challenges.open(user.sub, user, srpA, pool.settings.get().challengeSeconds);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: { ...parameters, USERNAME: user.sub, USER_ID_FOR_SRP: user.sub },
  };
};

/** Returns the second factors that a sign-in can ask the user for. */
export const activeFactors = (pool: Pool, user: User): Factor[] => {
  const { mfa, mfaFactors } = pool.settings.get();
  return mfa === 'OFF' ? [] : user.mfa.factors.filter((factor) => mfaFactors.includes(factor));
};

export const afterPassword = (step: Step): object | Promise<object> => {
  const { pool, user } = step;
  if (user.status !== 'FORCE_CHANGE_PASSWORD') return afterPermanentPassword(step);
  const { sub, ...claims } = attributeClaims(user);
  const userAttributes = Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [name, `${value}`]),
  );
  const missing = missingAttributes(pool.settings.get().requiredAttributes, user.attributes);
  return challenge(
    step,
    { name: 'NEW_PASSWORD_REQUIRED' },
    {
      userAttributes: JSON.stringify(userAttributes),
      requiredAttributes: JSON.stringify(missing.map((name) => `userAttributes.${name}`)),
    },
  );
};

export const afterPermanentPassword = (step: Step): object | Promise<object> => {
  const { pool, user, device } = step;
  const { mfa, rememberedDevicesSkipMfa } = pool.settings.get();
  const active = activeFactors(pool, user);
  const [first, ...others] = active;
  const isTrusted = rememberedDevicesSkipMfa && device?.remembered === true;
  if (isTrusted || (first === undefined && mfa !== 'ON')) return afterFactors(step);
  if (first === undefined) return challengeSetup(step);
  if (others.length === 0) return challengeFactor(step, first);
  const { preferred } = user.mfa;
  if (preferred !== null && active.includes(preferred)) return challengeFactor(step, preferred);
  return challenge(
    step,
    { name: 'SELECT_MFA_TYPE', factors: active },
    { MFAS_CAN_CHOOSE: JSON.stringify(active) },
  );
};

/** Continues after all factors: a known device proves its secret, or a session starts with a new device key. */
export const afterFactors = async (step: Step): Promise<object> => {
  const { pool, user, device } = step;
  if (device !== undefined) return challenge(step, { name: 'DEVICE_SRP_AUTH' }, {});
  const deviceKey = pool.settings.get().deviceTracking ? pool.devices.newKey() : null;
  const { tokens, refreshToken } = await startSession(pool, user, { scope: accountScope, deviceKey });
  return authenticationResult(tokens, {
    RefreshToken: refreshToken,
    ...(deviceKey !== null && {
      NewDeviceMetadata: { DeviceKey: deviceKey, DeviceGroupKey: pool.devices.groupKey },
    }),
  });
};

export const challengeFactor = (step: Step, factor: Factor): object => {
  const { pool, user } = step;
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    const name = user.mfa.softwareToken?.name;
    return challenge(step, { name: factor }, name ? { FRIENDLY_DEVICE_NAME: name } : {});
  }
  const { code, parameters } = deliverSignInCode(pool, user, factor === 'SMS_MFA' ? 'SMS' : 'EMAIL');
  return challenge(step, { name: factor, code, issuedAt: pool.now() }, parameters);
};

/** Asks the user to set up a factor. Users can set up only authenticators; operators can set up other factors. */
const challengeSetup = (step: Step) => {
  const { mfaFactors } = step.pool.settings.get();
  const own = mfaFactors.filter((factor) => factor === 'SOFTWARE_TOKEN_MFA');
  const parameters = { MFAS_CAN_SETUP: JSON.stringify(own.length > 0 ? own : mfaFactors) };
  return challenge(step, { name: 'MFA_SETUP', isVerified: false }, parameters);
};

export const challenge = (
  { pool, user, device }: Step,
  pending: PendingChallenge,
  parameters: Record<string, string>,
): object => ({
  ChallengeName: pending.name,
  ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...parameters },
  Session: pool.signIns.begin(
    { sub: user.sub, deviceKey: device?.key ?? null, challenge: pending },
    pool.settings.get().challengeSeconds,
  ),
});

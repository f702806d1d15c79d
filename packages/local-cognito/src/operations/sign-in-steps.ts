import { attributeClaims, missingAttributes } from '../attributes.ts';
import type { Device } from '../devices.ts';
import type { Factor } from '../factors.ts';
import type { Pool } from '../pool.ts';
import { startSession } from '../session-tokens.ts';
import { accountScope } from '../sessions.ts';
import type { PendingChallenge } from '../sign-ins.ts';
import type { User } from '../users.ts';
import { deliverSignInCode } from '../verification-codes.ts';
import { authenticationResult } from './authentication-result.ts';
import { challengeDevice } from './device-challenges.ts';

/** What follows a proven password: another one where it was temporary, then a second factor, the device and the tokens. */
export const afterPassword = (
  pool: Pool,
  user: User,
  device: Device | undefined,
): object | Promise<object> => {
  if (user.status !== 'FORCE_CHANGE_PASSWORD') return afterPermanentPassword(pool, user, device);
  const { sub, ...userAttributes } = attributeClaims(user);
  const missing = missingAttributes(pool.settings().requiredAttributes, user.attributes);
  return challenge(
    pool,
    user,
    device,
    { name: 'NEW_PASSWORD_REQUIRED' },
    {
      userAttributes: JSON.stringify(
        Object.fromEntries(Object.entries(userAttributes).map(([name, value]) => [name, String(value)])),
      ),
      requiredAttributes: JSON.stringify(missing.map((name) => `userAttributes.${name}`)),
    },
  );
};

/** What follows a password that is to stay. */
export const afterPermanentPassword = (
  pool: Pool,
  user: User,
  device: Device | undefined,
): object | Promise<object> => {
  const { mfa, rememberedDevicesSkipMfa } = pool.settings();
  const [factor, ...others] = activeFactors(pool, user);
  const isTrusted = rememberedDevicesSkipMfa && device?.remembered === true;
  if (isTrusted || (factor === undefined && mfa !== 'ON')) return afterFactors(pool, user, device);
  if (factor === undefined) return challengeSetup(pool, user, device);
  if (others.length === 0) return challengeFactor(pool, user, device, factor);
  const { preferred } = user.mfa;
  if (preferred !== null && [factor, ...others].includes(preferred)) {
    return challengeFactor(pool, user, device, preferred);
  }
  return challengeChoice(pool, user, device, [factor, ...others]);
};

/** What follows all factors: a known device proves its secret, else the session begins, with the offer of a new device. */
export const afterFactors = async (pool: Pool, user: User, device: Device | undefined): Promise<object> => {
  if (device !== undefined) return challengeDevice(pool, device);
  const deviceKey = pool.settings().deviceTracking ? pool.devices.newKey() : null;
  const { tokens, refreshToken } = await startSession(pool, user, { scope: accountScope, deviceKey });
  const newDevice = deviceKey && { DeviceKey: deviceKey, DeviceGroupKey: pool.devices.groupKey };
  return authenticationResult(tokens, {
    RefreshToken: refreshToken,
    ...(newDevice && { NewDeviceMetadata: newDevice }),
  });
};

/** Asks for a factor, and sends its code where it has to be sent. */
export const challengeFactor = (
  pool: Pool,
  user: User,
  device: Device | undefined,
  factor: Factor,
): object => {
  if (factor === 'SOFTWARE_TOKEN_MFA') {
    const name = user.mfa.softwareToken?.name;
    return challenge(pool, user, device, { name: factor }, name ? { FRIENDLY_DEVICE_NAME: name } : {});
  }
  const { code, parameters } = deliverSignInCode(pool, user, factor === 'SMS_MFA' ? 'SMS' : 'EMAIL');
  return challenge(pool, user, device, { name: factor, code, issuedAt: pool.now() }, parameters);
};

const challengeChoice = (pool: Pool, user: User, device: Device | undefined, factors: readonly Factor[]) =>
  challenge(
    pool,
    user,
    device,
    { name: 'SELECT_MFA_TYPE', factors },
    { MFAS_CAN_CHOOSE: JSON.stringify(factors) },
  );

/** People set up an authenticator by themselves; for another factor an operator has to help. */
const challengeSetup = (pool: Pool, user: User, device: Device | undefined) => {
  const { mfaFactors } = pool.settings();
  const own = mfaFactors.filter((factor) => factor === 'SOFTWARE_TOKEN_MFA');
  return challenge(
    pool,
    user,
    device,
    { name: 'MFA_SETUP', isVerified: false },
    { MFAS_CAN_SETUP: JSON.stringify(own.length > 0 ? own : mfaFactors) },
  );
};

/** Those that the user has turned on and the pool allows. */
const activeFactors = (pool: Pool, user: User): Factor[] => {
  const { mfa, mfaFactors } = pool.settings();
  return mfa === 'OFF' ? [] : user.mfa.factors.filter((factor) => mfaFactors.includes(factor));
};

const challenge = (
  pool: Pool,
  { sub }: User,
  device: Device | undefined,
  pending: PendingChallenge,
  parameters: Record<string, string>,
): object => ({
  ChallengeName: pending.name,
  ChallengeParameters: { USER_ID_FOR_SRP: sub, ...parameters },
  Session: pool.signIns.begin(
    { sub, deviceKey: device?.key ?? null, challenge: pending },
    pool.settings().challengeSeconds,
  ),
});

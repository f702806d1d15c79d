import { randomBytes } from 'node:crypto';
import { requiredParameter } from '../constraints.ts';
import { assertMaySignIn, assertPassword } from '../password-sign-in.ts';
import type { Pool } from '../pool.ts';
import { startSession } from '../session-tokens.ts';
import { accountScope } from '../sessions.ts';
import type { User } from '../users.ts';
import { authenticationResult } from './authentication-result.ts';
import { type ChallengeResponses, readProof } from './challenge-responses.ts';
import { challengeDevice } from './device-challenges.ts';

/**
 * PASSWORD_VERIFIER: the proof of the password. The response has the tokens of a new session; a challenge to the
 * device, where the request names a tracked one; or the challenge that the operator set.
 */
export const handlePasswordVerifier = async (pool: Pool, responses: ChallengeResponses): Promise<object> => {
  const proof = readProof(responses);
  const userId = requiredParameter('USERNAME', responses.USERNAME);
  const { deviceTracking } = pool.settings();
  // First of all, since clients send the same proof again without the key of a device that is not there.
  const device =
    deviceTracking && responses.DEVICE_KEY ? pool.devices.get(userId, responses.DEVICE_KEY) : undefined;

  const { poolName } = pool;
  const user = assertPassword(pool, userId, () => pool.challenges.close({ poolName, userId, ...proof }));
  assertMaySignIn(user);
  const challenge = pool.takeChallenge();
  if (challenge !== null) return unsupportedChallenge(challenge, user);
  if (device !== undefined) return challengeDevice(pool, device);

  const deviceKey = deviceTracking ? pool.devices.newKey() : null;
  const { tokens, refreshToken } = await startSession(pool, user, { scope: accountScope, deviceKey });
  const newDevice = deviceKey && { DeviceKey: deviceKey, DeviceGroupKey: pool.devices.groupKey };
  return authenticationResult(tokens, {
    RefreshToken: refreshToken,
    ...(newDevice && { NewDeviceMetadata: newDevice }),
  });
};

/**
 * A challenge that this pool does not implement: other pools may send it, and tests use it to show that clients do not get
 * stuck there.
 */
const unsupportedChallenge = (name: string, user: User): object => ({
  ChallengeName: name,
  ChallengeParameters: { USER_ID_FOR_SRP: user.sub, ...challengeParameters(name, user) },
  Session: randomBytes(96).toString('base64url'),
});

/** The parameters that clients read, as Cognito gives them with each challenge. */
const challengeParameters = (name: string, { attributes, email }: User): Record<string, string> => {
  switch (name) {
    case 'SMS_MFA':
      return {
        CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
        CODE_DELIVERY_DESTINATION: `+*******${attributes.phone_number?.slice(-4) ?? '0000'}`,
      };
    case 'SOFTWARE_TOKEN_MFA':
      return { FRIENDLY_DEVICE_NAME: 'Authenticator' };
    case 'NEW_PASSWORD_REQUIRED':
      return { requiredAttributes: '[]', userAttributes: JSON.stringify({ ...attributes, email }) };
    case 'MFA_SETUP':
      return { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' };
    case 'SELECT_MFA_TYPE':
      return { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' };
    default:
      return {};
  }
};

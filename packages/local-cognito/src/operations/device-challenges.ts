import { enabledUser } from '../authorization.ts';
import { requiredParameter } from '../constraints.ts';
import { type Device, deviceCredentials } from '../devices.ts';
import { incorrectUsernameOrPassword, sessionMismatch } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { startSession } from '../session-tokens.ts';
import { accountScope } from '../sessions.ts';
import { authenticationResult } from './authentication-result.ts';
import { type ChallengeResponses, readProof } from './challenge-responses.ts';

/** The response to a sign-in whose password was proven: its device is to prove its secret too. */
export const challengeDevice = (pool: Pool, { sub, key }: Device): object => ({
  ChallengeName: 'DEVICE_SRP_AUTH',
  ChallengeParameters: {},
  Session: deviceSession(pool, { sub, key }),
});

/**
 * Lets a sign-in go on with its device under the session whose code was right, too: amazon-cognito-identity-js
 * (CognitoUser.js, `sendMFACode`) does not take the new one.
 */
export const keepForDevice = (pool: Pool, session: string, { sub, key }: Device): void =>
  pool.deviceSignIns.set(session, { sub, deviceKey: key }, pool.settings().challengeSeconds);

/** DEVICE_SRP_AUTH: begins SRP over the device's secret. */
export const handleDeviceSrp = (pool: Pool, session: string, responses: ChallengeResponses): object => {
  const device = takeDevice(pool, session, responses);
  const clientPublicValue = requiredParameter('SRP_A', responses.SRP_A);
  const { challengeSeconds } = pool.settings();
  const challenge = pool.challenges.open(deviceCredentials(device), clientPublicValue, challengeSeconds);
  return {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeParameters: { ...challenge, USERNAME: device.sub, DEVICE_KEY: device.key },
    Session: deviceSession(pool, device),
  };
};

/** DEVICE_PASSWORD_VERIFIER: the proof of the device's secret. Starts the session, bound to the device. */
export const handleDeviceVerifier = async (
  pool: Pool,
  session: string,
  responses: ChallengeResponses,
): Promise<object> => {
  const device = takeDevice(pool, session, responses);
  const proof = readProof(responses);
  const { groupKey: poolName } = pool.devices;
  if (!pool.challenges.close({ poolName, userId: device.key, ...proof })) throw incorrectUsernameOrPassword();
  const user = enabledUser(pool, device.sub);
  pool.devices.recordSignIn(device);
  const { tokens, refreshToken } = await startSession(pool, user, {
    scope: accountScope,
    deviceKey: device.key,
  });
  return authenticationResult(tokens, { RefreshToken: refreshToken });
};

const deviceSession = (pool: Pool, { sub, key }: Pick<Device, 'sub' | 'key'>): string =>
  pool.deviceSignIns.issue({ sub, deviceKey: key }, pool.settings().challengeSeconds);

/** The device that a sign-in goes on with. Throws NotAuthorizedException when the sign-in is not under way with it. */
const takeDevice = (pool: Pool, session: string, responses: ChallengeResponses): Device => {
  const signIn = pool.deviceSignIns.take(session);
  if (signIn === undefined || signIn.deviceKey !== requiredParameter('DEVICE_KEY', responses.DEVICE_KEY)) {
    throw sessionMismatch();
  }
  return pool.devices.get(signIn.sub, signIn.deviceKey);
};

import { randomBytes } from 'node:crypto';
import { requiredParameter } from '../constraints.ts';
import { assertMaySignIn, assertPassword } from '../password-sign-in.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';
import { type ChallengeResponses, readProof } from './challenge-responses.ts';
import { afterPassword } from './sign-in-steps.ts';

/** PASSWORD_VERIFIER: the proof of the password. The sign-in goes on, or meets the challenge that the operator set. */
export const handlePasswordVerifier = async (pool: Pool, responses: ChallengeResponses): Promise<object> => {
  const proof = readProof(pool, responses);
  const userId = requiredParameter('USERNAME', responses.USERNAME);
  const { deviceTracking } = pool.settings();
  // First of all, since clients send the same proof again without the key of a device that is not there.
  const device =
    deviceTracking && responses.DEVICE_KEY ? pool.devices.get(userId, responses.DEVICE_KEY) : undefined;

  const { poolName } = pool;
  const user = assertPassword(pool, userId, () => pool.challenges.close({ poolName, userId, ...proof }));
  assertMaySignIn(user);
  const challenge = pool.takeChallenge();
  if (challenge !== null) return operatorChallenge(challenge, user);
  return afterPassword(pool, user, device);
};

/** A challenge that no pool sends by itself: tests use it to show that clients do not get stuck there. */
const operatorChallenge = (name: string, user: User): object => ({
  ChallengeName: name,
  ChallengeParameters: { USER_ID_FOR_SRP: user.sub },
  Session: randomBytes(96).toString('base64url'),
});

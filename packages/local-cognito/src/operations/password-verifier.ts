import { requiredParameter } from '../constraints.ts';
import { incorrectUsernameOrPassword } from '../errors.ts';
import { assertMaySignIn } from '../password-sign-in.ts';
import type { Pool } from '../pool.ts';
import { type ChallengeResponses, readProof } from './challenge-responses.ts';
import { afterPassword } from './sign-in-steps.ts';

/** PASSWORD_VERIFIER: the proof of the password. */
export const handlePasswordVerifier = async (pool: Pool, responses: ChallengeResponses): Promise<object> => {
  const proof = readProof(responses);
  const userId = requiredParameter('USERNAME', responses.USERNAME);
  // First, because clients send the same proof again without the key of an unknown device.
  const device =
    pool.settings().deviceTracking && responses.DEVICE_KEY
      ? pool.devices.get(userId, responses.DEVICE_KEY)
      : undefined;

  const user = pool.users.find(userId);
  const isProven = pool.challenges.close({ poolName: pool.poolName, userId, ...proof });
  if (user === undefined || !isProven) throw incorrectUsernameOrPassword();
  assertMaySignIn(user);
  return afterPassword(pool, user, device);
};

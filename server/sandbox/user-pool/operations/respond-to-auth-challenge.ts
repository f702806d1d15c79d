import * as v from 'valibot';
import { assertClient } from '../authorization.ts';
import { clientId, oneOf, requiredParameter, username } from '../constraints.ts';
import {
  CognitoError,
  incorrectUsernameOrPassword,
  invalidParameter,
  notAuthorized,
  userDisabled,
} from '../errors.ts';
import type { Pool } from '../pool.ts';
import type { User } from '../users.ts';
import { authenticationResult } from './authentication-result.ts';
import { operation } from './operation.ts';

const input = v.object({
  ClientId: clientId,
  ChallengeName: oneOf(
    'PASSWORD_VERIFIER',
    'SMS_MFA',
    'SOFTWARE_TOKEN_MFA',
    'SELECT_MFA_TYPE',
    'MFA_SETUP',
    'CUSTOM_CHALLENGE',
    'DEVICE_SRP_AUTH',
    'DEVICE_PASSWORD_VERIFIER',
    'NEW_PASSWORD_REQUIRED',
  ),
  ChallengeResponses: v.nullish(
    v.object({
      USERNAME: v.nullish(username),
      PASSWORD_CLAIM_SECRET_BLOCK: v.nullish(v.string()),
      PASSWORD_CLAIM_SIGNATURE: v.nullish(v.string()),
      TIMESTAMP: v.nullish(v.string()),
    }),
    {},
  ),
});

/** `Tue Sep 5 01:02:03 UTC 2017` */
const timestampPattern = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

/** RespondToAuthChallenge: ends an SRP sign-in with the proof of the password, and starts a session. */
export const respondToAuthChallenge = operation(
  input,
  async ({ ClientId, ChallengeName, ChallengeResponses }, pool) => {
    assertClient(pool, ClientId);
    // Every other challenge of Cognito answers one that was set before, and this pool sets none of them.
    if (ChallengeName !== 'PASSWORD_VERIFIER') throw notAuthorized('Invalid session for the user.');
    const user = assertPassword(pool, ChallengeResponses);
    assertMaySignIn(user);

    const settings = pool.settings();
    const { session, refreshToken } = pool.sessions.start(user.sub, settings.refreshTokenSeconds);
    const tokens = await pool.tokens.issue(user, session, settings.accessTokenSeconds);
    return authenticationResult(tokens, refreshToken);
  },
);

type Responses = NonNullable<v.InferOutput<typeof input>['ChallengeResponses']>;

/** The user whose password was proven. Throws NotAuthorizedException, and counts the failure, when it was not. */
function assertPassword(pool: Pool, responses: Responses): User {
  const timestamp = requiredParameter('TIMESTAMP', responses.TIMESTAMP);
  if (!timestampPattern.test(timestamp)) {
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  }
  const userId = requiredParameter('USERNAME', responses.USERNAME);
  const secretBlock = requiredParameter('PASSWORD_CLAIM_SECRET_BLOCK', responses.PASSWORD_CLAIM_SECRET_BLOCK);
  const signature = requiredParameter('PASSWORD_CLAIM_SIGNATURE', responses.PASSWORD_CLAIM_SIGNATURE);

  pool.lockouts.assertOpen(userId);
  const isProven = pool.challenges.close({
    poolName: pool.poolName,
    userId,
    secretBlock,
    timestamp,
    signature,
  });
  const user = pool.users.find(userId);
  if (!isProven || user === undefined) {
    pool.lockouts.recordFailure(userId);
    throw incorrectUsernameOrPassword();
  }
  pool.lockouts.clear(userId);
  return user;
}

/** Only who knows the password learns what else stands in the way. */
function assertMaySignIn(user: User): void {
  if (!user.enabled) throw userDisabled();
  if (user.status === 'CONFIRMED') return;
  throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
}

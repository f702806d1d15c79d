import * as v from 'valibot';
import { clientId, oneOf, requiredParameter, token, username } from '../constraints.ts';
import { CognitoError, invalidParameter } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { refreshSession } from '../session-tokens.ts';
import { credentialsOf } from '../users.ts';
import { authenticationResult } from './authentication-result.ts';
import { clientOperation } from './operation.ts';

const input = v.object({
  ClientId: clientId,
  AuthFlow: oneOf(
    'USER_SRP_AUTH',
    'REFRESH_TOKEN_AUTH',
    'REFRESH_TOKEN',
    'CUSTOM_AUTH',
    'ADMIN_NO_SRP_AUTH',
    'USER_PASSWORD_AUTH',
    'ADMIN_USER_PASSWORD_AUTH',
    'USER_AUTH',
  ),
  AuthParameters: v.nullish(
    v.object({
      USERNAME: v.nullish(username),
      SRP_A: v.nullish(v.string()),
      REFRESH_TOKEN: v.nullish(token),
      DEVICE_KEY: v.nullish(v.string()),
    }),
    {},
  ),
});

const challengePassword = (pool: Pool, username: string, clientPublicValue: string): object => {
  const credentials = credentialsOf(pool.users.require(username));
  const challenge = pool.challenges.open(credentials, clientPublicValue, pool.settings().challengeSeconds);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: { ...challenge, USERNAME: credentials.userId, USER_ID_FOR_SRP: credentials.userId },
  };
};

/** A guess: Cognito's docs say that the flow can't be used then, not with which words it is refused. */
const rotationOnly = (): CognitoError =>
  new CognitoError('UnsupportedOperationException', 'Refresh token rotation is enabled for this client.');

/** InitiateAuth: begins an SRP sign-in, or makes new tokens from a refresh token. */
export const initiateAuth = clientOperation(input, async ({ AuthFlow, AuthParameters }, pool) => {
  const { USERNAME, SRP_A, REFRESH_TOKEN, DEVICE_KEY } = AuthParameters;
  switch (AuthFlow) {
    case 'USER_SRP_AUTH':
      return challengePassword(
        pool,
        requiredParameter('USERNAME', USERNAME),
        requiredParameter('SRP_A', SRP_A),
      );
    case 'REFRESH_TOKEN_AUTH':
    case 'REFRESH_TOKEN': {
      const refreshToken = requiredParameter('REFRESH_TOKEN', REFRESH_TOKEN);
      if (pool.settings().refreshTokenRotation) throw rotationOnly();
      const { tokens } = await refreshSession(pool, refreshToken, DEVICE_KEY);
      return authenticationResult(tokens);
    }
    default:
      throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
  }
});

/**
 * GetTokensFromRefreshToken: new tokens from a refresh token, with another refresh token where the pool rotates them
 * (API_GetTokensFromRefreshToken.html).
 */
export const getTokensFromRefreshToken = clientOperation(
  v.object({ ClientId: clientId, RefreshToken: token, DeviceKey: v.nullish(v.string()) }),
  async ({ RefreshToken, DeviceKey }, pool) => {
    const { tokens, refreshToken } = await refreshSession(pool, RefreshToken, DeviceKey);
    return authenticationResult(tokens, refreshToken === undefined ? {} : { RefreshToken: refreshToken });
  },
);

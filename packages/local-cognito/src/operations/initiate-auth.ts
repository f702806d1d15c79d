import * as v from 'valibot';
import { refreshSession } from '../authorization.ts';
import { CognitoError, invalidParameter } from '../errors.ts';
import { clientId, oneOf, requiredParameter, token, username } from '../input.ts';
import { assertPassword } from '../passwords.ts';
import type { Pool } from '../pool.ts';
import { chooseFirstFactor } from './first-factors.ts';
import { operation } from './operation.ts';
import { afterPassword, authenticationResult, challengePassword, namedDevice } from './sign-in-steps.ts';

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
      PASSWORD: v.nullish(v.string()),
      SRP_A: v.nullish(v.string()),
      REFRESH_TOKEN: v.nullish(token),
      DEVICE_KEY: v.nullish(v.string()),
      PREFERRED_CHALLENGE: v.nullish(v.string()),
    }),
    {},
  ),
});
type AuthParameters = v.InferOutput<typeof input>['AuthParameters'];

const signInBySrp = (pool: Pool, parameters: AuthParameters): object => {
  const username = requiredParameter(parameters, 'USERNAME');
  const srpA = requiredParameter(parameters, 'SRP_A');
  return challengePassword(pool, pool.users.require(username), srpA);
};

const signInByPassword = (pool: Pool, parameters: AuthParameters): object | Promise<object> => {
  const user = pool.users.require(requiredParameter(parameters, 'USERNAME'));
  assertPassword(pool.poolName, user, requiredParameter(parameters, 'PASSWORD'));
  return afterPassword({ pool, user, device: namedDevice(pool, user.sub, parameters.DEVICE_KEY) });
};

const signInByChoice = (pool: Pool, parameters: AuthParameters): object | Promise<object> => {
  const user = pool.users.require(requiredParameter(parameters, 'USERNAME'));
  const device = namedDevice(pool, user.sub, parameters.DEVICE_KEY);
  return chooseFirstFactor({ pool, user, device }, parameters);
};

/** Creates a guessed error: Cognito's docs say that it rejects the flow, but not with which message. */
const rotationOnly = () =>
  new CognitoError('UnsupportedOperationException', 'Refresh token rotation is enabled for this client.');

export const initiateAuthOperations = {
  InitiateAuth: operation(input, async ({ AuthFlow, AuthParameters }, pool) => {
    switch (AuthFlow) {
      case 'USER_SRP_AUTH':
        return signInBySrp(pool, AuthParameters);
      case 'USER_PASSWORD_AUTH':
        return signInByPassword(pool, AuthParameters);
      case 'USER_AUTH':
        return signInByChoice(pool, AuthParameters);
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN': {
        const refreshToken = requiredParameter(AuthParameters, 'REFRESH_TOKEN');
        if (pool.settings.get().refreshTokenRotation) throw rotationOnly();
        const { tokens } = await refreshSession(pool, refreshToken, AuthParameters.DEVICE_KEY);
        return authenticationResult(tokens);
      }
      default:
        throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
    }
  }),

  /** Refreshes tokens. Returns a new refresh token if the pool rotates them (API_GetTokensFromRefreshToken.html). */
  GetTokensFromRefreshToken: operation(
    v.object({ ClientId: clientId, RefreshToken: token, DeviceKey: v.nullish(v.string()) }),
    async ({ RefreshToken, DeviceKey }, pool) => {
      const { tokens, refreshToken } = await refreshSession(pool, RefreshToken, DeviceKey);
      return authenticationResult(tokens, refreshToken === undefined ? {} : { RefreshToken: refreshToken });
    },
  ),
};

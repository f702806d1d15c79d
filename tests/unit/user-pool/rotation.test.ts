import * as v from 'valibot';
import { expect, test } from 'vitest';
import { anna } from './challenge-client.ts';
import { type Answer, addUser, clientId, errorOf, goodPassword, startPool } from './harness.ts';
import { signIn } from './srp-client.ts';

const resultSchema = v.object({
  AuthenticationResult: v.object({ AccessToken: v.string(), RefreshToken: v.optional(v.string(), '') }),
});
const refreshTokenIn = ({ body }: Answer) => v.parse(resultSchema, body).AuthenticationResult.RefreshToken;

const startSignedIn = async (settings = {}) => {
  const running = await startPool({ settings });
  await addUser(running);
  const first = refreshTokenIn(await signIn(running, anna, goodPassword));
  const refresh = (RefreshToken: string) =>
    running.call('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken });
  return { running, first, refresh };
};

test('with rotation, each refresh token is good once, and InitiateAuth refreshes none', async () => {
  const { running, first, refresh } = await startSignedIn({ refreshTokenRotation: true });
  const AuthParameters = { REFRESH_TOKEN: first };
  const initiate = { ClientId: clientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters };
  expect(errorOf(await running.call('InitiateAuth', initiate)).name).toBe('UnsupportedOperationException');
  const second = refreshTokenIn(await refresh(first));
  expect(second).not.toBe('');
  expect(errorOf(await refresh(first)).name).toBe('RefreshTokenReuseException');
  expect(refreshTokenIn(await refresh(second))).not.toBe(second);
});

test('a rotated refresh token is good for its grace period', async () => {
  const settings = { refreshTokenRotation: true, rotationGraceSeconds: 30 };
  const { running, first, refresh } = await startSignedIn(settings);
  await refresh(first);
  running.advance(29);
  expect((await refresh(first)).status).toBe(200);
  running.advance(1);
  expect(errorOf(await refresh(first)).name).toBe('RefreshTokenReuseException');
});

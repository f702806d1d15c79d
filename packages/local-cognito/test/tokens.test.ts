import { JwtVerifier } from 'aws-jwt-verify';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  addUser,
  clientId,
  email,
  errorOf,
  type RunningPool,
  refresh,
  signIn,
  startPool,
  tokensOf,
} from './harness.ts';

/** The schema is strict, so a published private key member fails the test. */
const keySetSchema = v.object({
  keys: v.array(
    v.strictObject({
      alg: v.literal('RS256'),
      use: v.literal('sig'),
      ...v.entriesFromList(['kty', 'kid', 'n', 'e'], v.string()),
    }),
  ),
});

const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const issuerOf = ({ origin }: RunningPool) => `${origin}/us-east-1_Local`;

test('issued tokens have the same claims as Cognito’s tokens', async () => {
  const running = await startPool();
  const { sub } = await addUser(running);
  const tokens = tokensOf(await signIn(running));
  const access = decodeJwt(tokens.AccessToken);
  const id = decodeJwt(tokens.IdToken);

  expect(tokens.ExpiresIn).toBe(3600);
  const shared = {
    sub,
    iss: issuerOf(running),
    origin_jti: uuid,
    jti: uuid,
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: Number(access.iat) + 3600,
  };
  expect(access).toEqual({
    ...shared,
    client_id: clientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: sub,
  });
  expect(id).toEqual({
    ...shared,
    aud: clientId,
    token_use: 'id',
    'cognito:username': sub,
    email,
    email_verified: true,
    given_name: 'Anna',
    family_name: 'Lee',
    name: 'Anna Lee',
    phone_number: '+15551234567',
    phone_number_verified: false,
  });
  const { origin_jti } = access;
  expect(id).toMatchObject({ origin_jti });
  expect(id.jti).not.toBe(access.jti);
});

test('aws-jwt-verify accepts the pool’s tokens with its published keys', async () => {
  const running = await startPool();
  await addUser(running);
  const { AccessToken } = tokensOf(await signIn(running));
  const issuer = issuerOf(running);
  const jwksUri = `${issuer}/.well-known/jwks.json`;
  const discovery = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({ issuer, jwks_uri: jwksUri });

  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri });
  verifier.cacheJwks(v.parse(keySetSchema, await (await fetch(jwksUri)).json()));
  expect(verifier.verifySync(AccessToken)).toMatchObject({ token_use: 'access', client_id: clientId });
});

test('a refresh keeps the session’s id and sign-in time, and returns no new refresh token', async () => {
  const running = await startPool({ settings: { accessTokenSeconds: 60 } });
  await addUser(running);
  const first = tokensOf(await signIn(running));
  running.advance(61);
  expect(errorOf(await running.call('GetUser', { AccessToken: first.AccessToken })).message).toBe(
    'Access Token has expired',
  );

  const answer = await refresh(running, first.RefreshToken);
  const second = tokensOf(answer);
  expect(second).toMatchObject({ RefreshToken: '', ExpiresIn: 60 });
  const [before, after] = [decodeJwt(first.AccessToken), decodeJwt(second.AccessToken)];
  const { origin_jti, auth_time } = before;
  expect(after).toMatchObject({ origin_jti, auth_time });
  expect(Number(after.iat) - Number(before.iat)).toBe(61);
  expect(after.jti).not.toBe(before.jti);
  expect((await running.call('GetUser', { AccessToken: second.AccessToken })).status).toBe(200);
});

test('a revocation ends one session and its refreshed tokens, but no other session', async () => {
  const running = await startPool();
  await addUser(running);
  const [here, there] = [tokensOf(await signIn(running)), tokensOf(await signIn(running))];
  const refreshed = tokensOf(await refresh(running, here.RefreshToken));
  const revoke = () => running.call('RevokeToken', { ClientId: clientId, Token: here.RefreshToken });

  expect(await revoke()).toMatchObject({ status: 200, body: {} });
  expect((await revoke()).status).toBe(200);

  for (const { AccessToken } of [here, refreshed]) {
    for (const operation of ['GetUser', 'GlobalSignOut', 'ListDevices']) {
      expect(errorOf(await running.call(operation, { AccessToken })).message).toBe(
        'Access Token has been revoked',
      );
    }
  }
  expect((await running.call('GetUser', { AccessToken: there.AccessToken })).status).toBe(200);
  expect((await refresh(running, there.RefreshToken)).status).toBe(200);
});

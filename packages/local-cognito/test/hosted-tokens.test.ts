import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { addUser, appOrigin, clientId, email, type RunningPool, startPool } from './harness.ts';
import { claimTokens, createProofKey, hostedSignIn, hostedTokens } from './hosted-client.ts';

const start = async (): Promise<RunningPool & { readonly sub: string }> => {
  const running = await startPool();
  const { sub } = await addUser(running);
  return { ...running, sub };
};

test('a code gives the tokens of a session', async () => {
  const running = await start();
  const answer = await claimTokens(running, await hostedSignIn(running));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toEqual({
    id_token: expect.any(String),
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 3600,
    token_type: 'Bearer',
  });
  const tokens = hostedTokens(answer);
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    sub: running.sub,
    token_use: 'access',
    client_id: clientId,
    scope: 'openid email profile aws.cognito.signin.user.admin',
  });
  expect(decodeJwt(tokens.id_token)).toMatchObject({ sub: running.sub, aud: clientId, email });
  expect((await running.call('GetUser', { AccessToken: tokens.access_token })).status).toBe(200);
});

const otherKey = createProofKey();

test.each([
  ['another address', { redirect_uri: `${appOrigin}/other` }, 'invalid_grant'],
  ['another verifier', { code_verifier: otherKey.verifier }, 'invalid_grant'],
  ['the challenge for a verifier', { code_verifier: otherKey.challenge }, 'invalid_grant'],
  ['another code', { code: 'made-up' }, 'invalid_grant'],
  ['another client', { client_id: 'another' }, 'invalid_client'],
  ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
])('%s is refused', async (_, changes, error) => {
  const running = await start();
  const { status, body } = await claimTokens(running, await hostedSignIn(running), changes);
  expect({ status, body }).toEqual({ status: 400, body: { error } });
});

test('a code is good once, and not after a wrong claim', async () => {
  const running = await start();
  const used = await hostedSignIn(running);
  expect((await claimTokens(running, used)).status).toBe(200);
  expect((await claimTokens(running, used)).body).toEqual({ error: 'invalid_grant' });

  const burnt = await hostedSignIn(running);
  await claimTokens(running, burnt, { code_verifier: otherKey.verifier });
  expect((await claimTokens(running, burnt)).body).toEqual({ error: 'invalid_grant' });
});

test('a code is good for five minutes, to a user who is not disabled', async () => {
  const running = await start();
  const intime = await hostedSignIn(running);
  running.advance(299);
  expect((await claimTokens(running, intime)).status).toBe(200);
  const late = await hostedSignIn(running);
  running.advance(300);
  expect((await claimTokens(running, late)).body).toEqual({ error: 'invalid_grant' });
  const disabled = await hostedSignIn(running);
  await running.pool.admin.setUserEnabled(email, false);
  expect((await claimTokens(running, disabled)).body).toEqual({ error: 'invalid_grant' });
});

import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import {
  addUser,
  appOrigin,
  clientId,
  errorOf,
  goodPassword,
  type RunningPool,
  startPool,
} from './harness.ts';
import {
  authorizationQuery,
  claimTokens,
  createProofKey,
  HostedBrowser,
  hostedSignIn,
  hostedTokens,
  postForm,
  redirectUri,
} from './hosted-client.ts';
import { refresh, signedIn } from './srp-client.ts';

const email = 'anna@example.com';

const start = async (): Promise<RunningPool & { readonly sub: string }> => {
  const running = await startPool();
  const { sub } = await addUser(running);
  return { ...running, sub };
};

const refreshAtEndpoint = (running: RunningPool, refresh_token: string) =>
  postForm(running, '/oauth2/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token });

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

test('a refresh token gives new tokens of the same session, and of the same scope', async () => {
  const running = await start();
  const first = hostedTokens(await claimTokens(running, await hostedSignIn(running, { scope: 'openid' })));
  const answer = await refreshAtEndpoint(running, first.refresh_token);
  expect(answer.body).toEqual({
    id_token: expect.any(String),
    access_token: expect.any(String),
    expires_in: 3600,
    token_type: 'Bearer',
  });
  const { origin_jti } = decodeJwt(first.access_token);
  expect(decodeJwt(hostedTokens(answer).access_token)).toMatchObject({ origin_jti, scope: 'openid' });
});

test('a scope that is not asked for is not there', async () => {
  const running = await start();
  const email = hostedTokens(await claimTokens(running, await hostedSignIn(running, { scope: 'email' })));
  expect(email.id_token).toBe('');
  expect(errorOf(await running.call('GetUser', { AccessToken: email.access_token }))).toEqual({
    status: 400,
    name: 'NotAuthorizedException',
    message: 'Access Token does not have required scopes',
  });
  const all = hostedTokens(await claimTokens(running, await hostedSignIn(running, { scope: undefined })));
  expect(decodeJwt(all.access_token)['scope']).toBe(
    'openid email phone profile aws.cognito.signin.user.admin',
  );
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

test('a revocation ends the session; a token of no meaning is no error', async () => {
  const running = await start();
  const tokens = hostedTokens(await claimTokens(running, await hostedSignIn(running)));
  const revoke = (token: string | undefined) =>
    postForm(running, '/oauth2/revoke', { client_id: clientId, token });

  expect(await revoke(tokens.access_token)).toMatchObject({
    status: 400,
    body: { error: 'unsupported_token_type' },
  });
  expect(await revoke(undefined)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  expect(await revoke('made-up')).toMatchObject({ status: 200, body: {} });
  expect((await refresh(running, tokens.refresh_token)).status).toBe(200);
  expect(await revoke(tokens.refresh_token)).toMatchObject({ status: 200, body: {} });
  expect((await refreshAtEndpoint(running, tokens.refresh_token)).body).toEqual({ error: 'invalid_grant' });
  expect(errorOf(await running.call('GetUser', { AccessToken: tokens.access_token })).message).toBe(
    'Access Token has been revoked',
  );
});

test('the operator ends every session of a user, and no other’s', async () => {
  const running = await start();
  await addUser(running, 'ben@example.com');
  const hosted = hostedTokens(await claimTokens(running, await hostedSignIn(running)));
  const direct = await signedIn(running, email, goodPassword);
  const other = await signedIn(running, 'ben@example.com', goodPassword);

  await running.pool.admin.revokeSessions('ANNA@example.com');
  for (const token of [hosted.refresh_token, direct.RefreshToken]) {
    expect(errorOf(await refresh(running, token)).message).toBe('Refresh Token has been revoked');
  }
  for (const AccessToken of [hosted.access_token, direct.AccessToken]) {
    expect(errorOf(await running.call('GetUser', { AccessToken })).message).toBe(
      'Access Token has been revoked',
    );
  }
  expect((await refresh(running, other.RefreshToken)).status).toBe(200);
});

test.each(['/oauth2/token', '/oauth2/revoke'])('%s answers scripts of the app only', async (path) => {
  const running = await start();
  const allowedTo = async (origin: string) => {
    const { headers } = await postForm(running, path, {}, { origin });
    return headers.get('access-control-allow-origin');
  };
  expect(await allowedTo(appOrigin)).toBe(appOrigin);
  expect(await allowedTo('http://127.0.0.1:5173')).toBe('http://127.0.0.1:5173');
  expect(await allowedTo('https://evil.example')).toBeNull();
  const preflight = await fetch(running.origin + path, {
    method: 'OPTIONS',
    headers: { origin: appOrigin, 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, appOrigin]);
});

test('a sign-out ends the hosted session and goes back to the app', async () => {
  const running = await start();
  const browser = new HostedBrowser(running);
  await hostedSignIn(running, {}, browser);
  const kept = browser.cookie;
  const out = (changes: Record<string, string>) =>
    browser.open(
      `/logout?${new URLSearchParams({ client_id: clientId, logout_uri: redirectUri, ...changes })}`,
    );

  for (const wrong of [
    { client_id: 'another' },
    { logout_uri: 'https://evil.example/' },
    { logout_uri: '' },
  ]) {
    const refused = await out(wrong);
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    expect(browser.cookie).toBe(kept);
  }
  const answer = await out({});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, redirectUri]);
  expect(browser.cookie).toBe('');

  browser.cookie = kept;
  expect((await browser.authorize(authorizationQuery())).status).toBe(200);
});

test('the metadata name the endpoints', async () => {
  const running = await start();
  const metadata = await fetch(`${running.origin}/local_Coffer/.well-known/openid-configuration`);
  expect(await metadata.json()).toMatchObject({
    authorization_endpoint: `${running.origin}/oauth2/authorize`,
    token_endpoint: `${running.origin}/oauth2/token`,
    revocation_endpoint: `${running.origin}/oauth2/revoke`,
    end_session_endpoint: `${running.origin}/logout`,
  });
});

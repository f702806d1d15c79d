import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { addUser, appOrigin, clientId, email, goodPassword, type RunningPool, startPool } from './harness.ts';

const redirectUri = `${appOrigin}/login`;
const credentials = { email, password: goodPassword };
type Changes = Readonly<Record<string, string | undefined>>;

const parameters = (given: Changes): URLSearchParams =>
  new URLSearchParams(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Creates a PKCE verifier and challenge (RFC 7636, sections 4.1 and 4.2). */
const createProofKey = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: sha256(verifier).toString('base64url') };
};

const addressOf = (running: RunningPool, changes: Changes = {}): string => {
  const query = parameters({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'state 1&2',
    code_challenge: createProofKey().challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${running.origin}/oauth2/authorize?${query}`;
};

const open = (address: string) => fetch(address, { redirect: 'manual' });

const submit = (running: RunningPool, fields: Changes = credentials, changes: Changes = {}) =>
  fetch(addressOf(running, changes), {
    method: 'POST',
    headers: { origin: running.origin },
    body: parameters(fields),
    redirect: 'manual',
  });

const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? 'none:');

const hostedSignIn = async (running: RunningPool) => {
  const { verifier, challenge } = createProofKey();
  const answer = await submit(running, credentials, { code_challenge: challenge });
  return { code: locationOf(answer).searchParams.get('code') ?? 'none', verifier };
};

const claimTokens = async (
  running: RunningPool,
  { code, verifier }: { code: string; verifier: string },
  changes: Changes = {},
) => {
  const body = parameters({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
    ...changes,
  });
  const answer = await fetch(`${running.origin}/oauth2/token`, { method: 'POST', body });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

const start = async (): Promise<RunningPool> => {
  const running = await startPool();
  await addUser(running);
  return running;
};

test.each([
  [{ email, password: 'Wrong-pass1!' }, 'Incorrect username or password.'],
  [{ email, password: '' }, 'Enter your email and password.'],
])('the sign-in form explains what is wrong with %o, and keeps the email', async (fields, problem) => {
  const answer = await submit(await start(), fields);
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(page).toContain(`<p role="alert">${problem}</p>`);
  expect(page).not.toContain('Wrong-pass1!');
  expect(page).toContain(`value="${fields.email}"`);
});

test.each([
  ['another client', { client_id: 'another' }],
  ['no redirect URI', { redirect_uri: undefined }],
  ['another origin', { redirect_uri: 'https://evil.example/login' }],
  ['a user name before another host', { redirect_uri: 'http://localhost:5173@evil.example/' }],
])('a sign-in request with %s gets an error page, not a redirect', async (_, changes) => {
  const running = await start();
  const opened = await open(addressOf(running, changes));
  for (const answer of [opened, await submit(running, credentials, changes)]) {
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('<h1>We couldn’t sign you in</h1>');
  }
});

test('the hosted pages redirect only to the configured apps, can’t be framed and aren’t cached', async () => {
  const { headers } = await open(addressOf(await start()));
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' http://localhost:5173 http://127.0.0.1:5173; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('an authorization code can be exchanged for tokens only once', async () => {
  const running = await start();
  const grant = await hostedSignIn(running);
  const answer = await claimTokens(running, grant);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toEqual({
    id_token: expect.any(String),
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 3600,
    token_type: 'Bearer',
  });
  const { access_token } = v.parse(v.object({ access_token: v.string() }), answer.body);
  expect(decodeJwt(access_token)).toMatchObject({
    client_id: clientId,
    scope: 'openid email phone profile aws.cognito.signin.user.admin',
  });
  expect((await running.call('GetUser', { AccessToken: access_token })).status).toBe(200);
  expect((await claimTokens(running, grant)).body).toEqual({ error: 'invalid_grant' });
});

test.each([
  ['another redirect URI', { redirect_uri: `${appOrigin}/other` }, 'invalid_grant'],
  ['another verifier', { code_verifier: createProofKey().verifier }, 'invalid_grant'],
  ['another client', { client_id: 'another' }, 'invalid_client'],
  ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
])('a token request with %s is refused', async (_, changes, error) => {
  const running = await start();
  const { status, body } = await claimTokens(running, await hostedSignIn(running), changes);
  expect({ status, body }).toEqual({ status: 400, body: { error } });
});

test('an authorization code expires after five minutes, and is refused for a disabled user', async () => {
  const running = await start();
  const late = await hostedSignIn(running);
  running.advance(300);
  expect((await claimTokens(running, late)).body).toEqual({ error: 'invalid_grant' });
  const disabled = await hostedSignIn(running);
  await running.pool.admin.setUserEnabled(email, false);
  expect((await claimTokens(running, disabled)).body).toEqual({ error: 'invalid_grant' });
});

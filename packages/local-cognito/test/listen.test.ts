import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { createUserPool } from '../src/index.ts';
import { clientId, createSdk, email, goodPassword } from './harness.ts';

test('a pool listens on a free port with its faults, and issues tokens for that address', async () => {
  const pool = await createUserPool();
  const { origin, close } = await pool.listen();
  onTestFinished(close);
  await pool.admin.createConfirmedUser({ email, password: goodPassword });
  const sdk = createSdk(origin);
  const signIn = () =>
    sdk.initiateAuth({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: goodPassword },
    });
  const { AuthenticationResult } = await signIn();
  expect(decodeJwt(AuthenticationResult?.AccessToken ?? '').iss).toBe(`${origin}/us-east-1_Local`);
  const keys = await fetch(`${origin}/us-east-1_Local/.well-known/openid-configuration`);
  expect(await keys.json()).toMatchObject({ token_endpoint: `${origin}/oauth2/token` });

  const body =
    '{"__type":"LimitExceededException","message":"Attempt limit exceeded, please try after some time."}';
  await fetch(`${origin}/local/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ match: 'POST / InitiateAuth', fault: 'status', status: 400, body }),
  });
  await expect(signIn()).rejects.toMatchObject({ name: 'LimitExceededException' });
});

test('a reset keeps the users unless it names them', async () => {
  const pool = await createUserPool({ origin: 'http://localhost' });
  await pool.admin.createConfirmedUser({ email, password: goodPassword });
  pool.admin.updateSettings({ mfa: 'ON' });
  await pool.control.request('/reset', { method: 'POST' });
  expect(pool.admin.settings().mfa).toBe('OPTIONAL');
  expect(pool.admin.listUsers()).toHaveLength(1);
  await pool.control.request('/reset?users=true', { method: 'POST' });
  expect(pool.admin.listUsers()).toEqual([]);
});

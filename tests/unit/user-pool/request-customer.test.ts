import { expect, test } from 'vitest';
import { challengedUser } from './challenge-client.ts';
import { addUser, clientId, goodPassword, startPool } from './harness.ts';
import { signedIn } from './srp-client.ts';

const email = 'Anna@example.com';

test('a request is told by its bearer token, outdated or of an ended session', async () => {
  const running = await startPool();
  await addUser(running, email);
  const { AccessToken: accessToken } = await signedIn(running, email, goodPassword);
  const { requestCustomer, revokeSessions } = running.pool.admin;
  expect(requestCustomer({ authorization: `Bearer ${accessToken}` })).toBe(email);
  expect(requestCustomer({ authorization: `bearer ${accessToken}`, body: '{"Username":"x"}' })).toBe(email);
  running.advance(100 * 24 * 3600);
  await revokeSessions(email);
  expect(requestCustomer({ authorization: `Bearer ${accessToken}` })).toBe(email);
});

test('an operation is told by its user name or by a token of its input', async () => {
  const running = await startPool();
  const { sub } = await addUser(running, email);
  const { AccessToken: accessToken, RefreshToken: refreshToken } = await signedIn(
    running,
    email,
    goodPassword,
  );
  for (const input of [
    { Username: 'anna@EXAMPLE.com' },
    { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: 'ff' } },
    { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: refreshToken } },
    { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: { USERNAME: sub } },
    { AccessToken: accessToken },
    { ClientId: clientId, Token: refreshToken },
  ])
    expect(running.pool.admin.requestCustomer({ body: JSON.stringify(input) }), JSON.stringify(input)).toBe(
      email,
    );
});

test('an operation is told by the session of a sign-in that goes on', async () => {
  const running = await startPool();
  const { Session } = await challengedUser(running, { factors: ['SMS_MFA'] }, email);
  const { requestCustomer } = running.pool.admin;
  expect(requestCustomer({ body: JSON.stringify({ Session, UserCode: '123456' }) })).toBe(email);
  expect(requestCustomer({ body: JSON.stringify({ Session: 'unknown' }) })).toBeUndefined();
});

test('who is not there yet is told by the email that is typed, and nobody by anything else', async () => {
  const { requestCustomer } = (await startPool()).pool.admin;
  expect(requestCustomer({ body: '{"Username":"ben@example.com"}' })).toBe('ben@example.com');
  for (const clues of [
    {},
    { authorization: 'Bearer a.b.c' },
    { authorization: 'Basic x' },
    { body: '{' },
    { body: 'null' },
    { body: '{"Username":7}' },
    { body: '{"Token":"unknown.token"}' },
    { body: '{"AccessToken":"unknown"}' },
    { body: '{"AuthParameters":{}}' },
  ])
    expect(requestCustomer(clues), JSON.stringify(clues)).toBeUndefined();
});

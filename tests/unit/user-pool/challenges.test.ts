import { expect, test } from 'vitest';
import { anna, challengeIn, respond } from './challenge-client.ts';
import { addUser, errorOf, goodPassword, signUp, startPool } from './harness.ts';
import { challengeOf, LibraryClient } from './library-client.ts';
import { signIn } from './srp-client.ts';

test('the library meets the challenge that an operator set, once', { timeout: 30_000 }, async () => {
  const running = await startPool({ settings: { challenge: 'CUSTOM_CHALLENGE' } });
  await addUser(running);
  const client = new LibraryClient(running.origin);
  expect(await challengeOf(client.user(anna), goodPassword)).toMatchObject({ challenge: 'CUSTOM_CHALLENGE' });
  expect(running.pool.admin.settings().challenge).toBeNull();
  await client.signIn(anna, goodPassword);
});

test('only a proven password of a user who may sign in meets it', async () => {
  const running = await startPool({ settings: { challenge: 'SOMETHING_NEW' } });
  await addUser(running);
  await signUp(running, 'ben@example.com');
  await signIn(running, anna, 'Wrong-pass1!');
  await signIn(running, 'ben@example.com', goodPassword);

  expect((await signIn(running, anna, goodPassword)).body).toEqual({
    ChallengeName: 'SOMETHING_NEW',
    ChallengeParameters: { USER_ID_FOR_SRP: expect.any(String) },
    Session: expect.stringMatching(/^[\w-]{20,2048}$/),
  });
});

test('an answer to it is refused', async () => {
  const running = await startPool({ settings: { challenge: 'CUSTOM_CHALLENGE' } });
  await addUser(running);
  const challenge = challengeIn(await signIn(running, anna, goodPassword));
  expect(errorOf(await respond(running, challenge, { ANSWER: 'yes' }))).toEqual({
    status: 400,
    name: 'NotAuthorizedException',
    message: 'Invalid session for the user.',
  });
});

test.each([
  'SOFTWARE_TOKEN_MFA',
  'SMS_MFA',
  'EMAIL_OTP',
  'SELECT_MFA_TYPE',
  'MFA_SETUP',
  'NEW_PASSWORD_REQUIRED',
])('%s can’t be set, as the pool sends it by itself', async (challenge) => {
  const { admin } = (await startPool()).pool;
  expect(() => admin.updateSettings({ challenge })).toThrow('The pool sends this challenge by itself');
});

import { expect, test } from 'vitest';
import { addUser, clientId, errorOf, goodPassword, signUp, startPool } from './harness.ts';
import { challengeOf, LibraryClient } from './library-client.ts';
import { signIn } from './srp-client.ts';

const email = 'anna@example.com';

test.each([
  ['SMS_MFA', [expect.anything(), { CODE_DELIVERY_DESTINATION: '+*******4567' }]],
  ['SOFTWARE_TOKEN_MFA', [expect.anything(), { FRIENDLY_DEVICE_NAME: expect.any(String) }]],
  ['NEW_PASSWORD_REQUIRED', [{ email, given_name: 'Anna' }, []]],
  ['MFA_SETUP', [expect.anything(), { MFAS_CAN_SETUP: expect.any(String) }]],
  ['SELECT_MFA_TYPE', [expect.anything(), { MFAS_CAN_CHOOSE: expect.any(String) }]],
  ['CUSTOM_CHALLENGE', [{}]],
])(
  'the library meets the challenge %s that was set, once',
  { timeout: 30_000 },
  async (challenge, parameters) => {
    const running = await startPool({ settings: { challenge } });
    await addUser(running);
    const client = new LibraryClient(running.origin);
    expect(await challengeOf(client.user(email), goodPassword)).toMatchObject({ challenge, parameters });
    expect(running.pool.admin.settings().challenge).toBeNull();
    await client.signIn(email, goodPassword);
  },
);

test('only a proven password of a user who may sign in meets it', async () => {
  const running = await startPool({ settings: { challenge: 'EMAIL_OTP' } });
  await addUser(running);
  await signUp(running, 'ben@example.com');
  await signIn(running, email, 'Wrong-pass1!');
  await signIn(running, 'ben@example.com', goodPassword);

  expect((await signIn(running, email, goodPassword)).body).toEqual({
    ChallengeName: 'EMAIL_OTP',
    ChallengeParameters: { USER_ID_FOR_SRP: expect.any(String) },
    Session: expect.stringMatching(/^[\w-]{20,2048}$/),
  });
});

test('an answer to it is refused', async () => {
  const running = await startPool({ settings: { challenge: 'SMS_MFA' } });
  await addUser(running);
  const { body } = await signIn(running, email, goodPassword);
  const answer = await running.call('RespondToAuthChallenge', {
    ClientId: clientId,
    ChallengeName: 'SMS_MFA',
    Session: body['Session'],
    ChallengeResponses: { USERNAME: email, SMS_MFA_CODE: '123456' },
  });
  expect(errorOf(answer)).toEqual({
    status: 400,
    name: 'NotAuthorizedException',
    message: 'Invalid session for the user.',
  });
});

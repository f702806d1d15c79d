import { expect, test } from 'vitest';
import { anna, challengeIn, respond } from './challenge-client.ts';
import { errorOf, goodPassword, type StartOptions, startPool } from './harness.ts';
import { signedIn, signIn } from './srp-client.ts';

const otherPassword = 'Other-pass2?';

const startWithTemporaryPassword = async (settings: StartOptions['settings'] = {}) => {
  const running = await startPool({ settings });
  await running.pool.admin.createConfirmedUser({
    email: anna,
    password: goodPassword,
    firstName: 'Anna',
    phone: '+15551234567',
    newPasswordRequired: true,
  });
  return { running, challenge: challengeIn(await signIn(running, anna, goodPassword)) };
};

test('a temporary password gives way to another one, and is no longer good', async () => {
  const { running, challenge } = await startWithTemporaryPassword();
  expect(running.pool.admin.listUsers()).toMatchObject([{ status: 'FORCE_CHANGE_PASSWORD' }]);
  expect(challenge).toMatchObject({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeParameters: { requiredAttributes: '[]' },
  });
  expect(JSON.parse(challenge.ChallengeParameters['userAttributes'] ?? '')).toEqual({
    email: anna,
    email_verified: 'true',
    given_name: 'Anna',
    name: 'Anna',
    phone_number: '+15551234567',
    phone_number_verified: 'false',
  });
  expect((await respond(running, challenge, { NEW_PASSWORD: otherPassword })).status).toBe(200);
  expect(running.pool.admin.listUsers()).toMatchObject([{ status: 'CONFIRMED' }]);
  expect(errorOf(await signIn(running, anna, goodPassword)).message).toBe('Incorrect username or password.');
  await signedIn(running, anna, otherPassword);
});

test.each([
  [
    { NEW_PASSWORD: 'weak' },
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  ],
  [{}, 'InvalidParameterException', 'Missing required parameter NEW_PASSWORD'],
  [
    { NEW_PASSWORD: ' Spaced-1a ' },
    'InvalidParameterException',
    "1 validation error detected: Value at 'challengeResponses.NEW_PASSWORD' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
  ],
  [
    { NEW_PASSWORD: otherPassword, 'userAttributes.email': anna },
    'NotAuthorizedException',
    'Cannot modify an already provided email',
  ],
  [
    { NEW_PASSWORD: otherPassword, 'userAttributes.email_verified': 'true' },
    'NotAuthorizedException',
    'A client attempted to write unauthorized attribute',
  ],
  [
    { NEW_PASSWORD: otherPassword, 'userAttributes.phone_number': '12' },
    'InvalidParameterException',
    'Invalid phone number format.',
  ],
])('%o is refused, as often as it comes, and the session goes on', async (responses, name, message) => {
  const { running, challenge } = await startWithTemporaryPassword();
  const given: Readonly<Record<string, string>> = responses;
  for (let count = 0; count < 4; count += 1) {
    expect(errorOf(await respond(running, challenge, given))).toEqual({ status: 400, name, message });
  }
  expect(running.pool.admin.listUsers()).toMatchObject([{ status: 'FORCE_CHANGE_PASSWORD' }]);
  expect((await respond(running, challenge, { NEW_PASSWORD: otherPassword })).status).toBe(200);
});

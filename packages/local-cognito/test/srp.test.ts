import { getDiffieHellman } from 'node:crypto';
import { expect, test } from 'vitest';
import { addUser, clientId, email, errorOf, goodPassword, startPool } from './harness.ts';
import { answerChallenge, beginSignIn, signIn } from './srp-client.ts';

test('a wrong password is refused', async () => {
  const running = await startPool();
  await addUser(running);
  expect(errorOf(await signIn(running, email, 'Wrong-pass1!'))).toEqual({
    status: 400,
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
});

test.each([
  ['zero', '0'],
  ['zero, written long', '0'.repeat(768)],
  ['the prime of the group', getDiffieHellman('modp15').getPrime('hex')],
  ['a negative number', '-5'],
  ['no hex', 'xyz'],
  ['longer than the group', 'f'.repeat(771)],
])('a public value that is %s is refused', async (_, value) => {
  const running = await startPool();
  await addUser(running);
  const answer = await running.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: email, SRP_A: value },
  });
  expect(errorOf(answer)).toEqual({
    status: 400,
    name: 'InvalidParameterException',
    message: 'Invalid SRP_A.',
  });
});

const ended = 'Invalid session for the user, session is expired.';

test('a secret block is good once', async () => {
  const running = await startPool();
  await addUser(running);
  const answer = answerChallenge(await beginSignIn(running, email), goodPassword);

  expect((await running.call('RespondToAuthChallenge', answer)).status).toBe(200);
  expect(errorOf(await running.call('RespondToAuthChallenge', answer))).toEqual({
    status: 400,
    name: 'NotAuthorizedException',
    message: ended,
  });
});

test('a secret block ends after three minutes, and is no other user’s', async () => {
  const running = await startPool();
  await addUser(running);
  const other = await addUser(running, 'ben@example.com');

  const late = answerChallenge(await beginSignIn(running, email), goodPassword);
  running.advance(180);
  expect(errorOf(await running.call('RespondToAuthChallenge', late)).message).toBe(ended);

  const answer = answerChallenge(await beginSignIn(running, email), goodPassword);
  const stolen = { ...answer, ChallengeResponses: { ...answer.ChallengeResponses, USERNAME: other.sub } };
  expect(errorOf(await running.call('RespondToAuthChallenge', stolen)).message).toBe(ended);
});

test('a signature is bound to its timestamp', async () => {
  const running = await startPool();
  await addUser(running);
  const answer = answerChallenge(await beginSignIn(running, email), goodPassword);
  const changed = {
    ...answer,
    ChallengeResponses: { ...answer.ChallengeResponses, TIMESTAMP: 'Tue Sep 5 01:02:04 UTC 2017' },
  };
  expect(errorOf(await running.call('RespondToAuthChallenge', changed)).message).toBe(
    'Incorrect username or password.',
  );
  expect((await signIn(running, email, goodPassword)).status).toBe(200);
});

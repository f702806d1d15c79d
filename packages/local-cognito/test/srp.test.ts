import { getDiffieHellman, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { computePowersAsShipped, computePowersNatively } from '../../../tests/native-powers.ts';
import { addUser, clientId, errorOf, goodPassword, startPool } from './harness.ts';
import { LibraryClient, sessionOf } from './library-client.ts';
import { answerChallenge, beginSignIn, signIn } from './srp-client.ts';

/** `SRP_ROUNDS` makes a longer run. */
const { SRP_ROUNDS = '5' } = process.env;
const rounds = Number(SRP_ROUNDS);

beforeEach(computePowersAsShipped);

// A sign-in with the library's own integers takes half a second; that native ones come out alike is proved beside the app.
test.each([
  ['as it is shipped', computePowersAsShipped, Math.ceil(rounds / 5)],
  ['with native integers', computePowersNatively, rounds],
])(
  'the library %s signs in users, each with a password of its own',
  {
    timeout: rounds * 10_000,
  },
  async (_, computePowers, users) => {
    computePowers();
    const running = await startPool();
    const client = new LibraryClient(running.origin);
    for (let user = 0; user < users; user += 1) {
      const email = `user${user}@example.com`;
      const password = `Aa1!${randomBytes(12).toString('base64')}é🙂${user}`;
      const { sub } = await addUser(running, email, password);
      const session = await sessionOf(await client.signIn(email, password));
      expect(session.getIdToken().payload).toMatchObject({ sub });
    }
  },
);

test('a wrong password is refused', { timeout: 30_000 }, async () => {
  const running = await startPool();
  await addUser(running);
  await expect(
    new LibraryClient(running.origin).signIn('anna@example.com', 'Wrong-pass1!'),
  ).rejects.toMatchObject({ code: 'NotAuthorizedException', message: 'Incorrect username or password.' });
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
    AuthParameters: { USERNAME: 'anna@example.com', SRP_A: value },
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
  const answer = answerChallenge(await beginSignIn(running, 'anna@example.com'), goodPassword);

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

  const late = answerChallenge(await beginSignIn(running, 'anna@example.com'), goodPassword);
  running.advance(180);
  expect(errorOf(await running.call('RespondToAuthChallenge', late)).message).toBe(ended);

  const answer = answerChallenge(await beginSignIn(running, 'anna@example.com'), goodPassword);
  const stolen = { ...answer, ChallengeResponses: { ...answer.ChallengeResponses, USERNAME: other.sub } };
  expect(errorOf(await running.call('RespondToAuthChallenge', stolen)).message).toBe(ended);
});

test('a signature is bound to its timestamp', async () => {
  const running = await startPool();
  await addUser(running);
  const answer = answerChallenge(await beginSignIn(running, 'anna@example.com'), goodPassword);
  const changed = {
    ...answer,
    ChallengeResponses: { ...answer.ChallengeResponses, TIMESTAMP: 'Tue Sep 5 01:02:04 UTC 2017' },
  };
  expect(errorOf(await running.call('RespondToAuthChallenge', changed)).message).toBe(
    'Incorrect username or password.',
  );
  expect((await signIn(running, 'anna@example.com', goodPassword)).status).toBe(200);
});

import { createHmac, getDiffieHellman, hkdfSync } from 'node:crypto';
import { sha256 } from 'local-services/secrets.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { addUser, clientId, email, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';

// The client's side of Cognito's SRP, written apart from the pool's.
const bytes = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const even = hex.padStart(hex.length + (hex.length % 2), '0');
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};
const hash = (...parts: Buffer[]): bigint => BigInt(`0x${sha256(Buffer.concat(parts)).toString('hex')}`);
const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const g = 2n;
const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % N;
    if (bit === '1') result = (result * base) % N;
  }
  return result;
};
const a = 0x1234_5678_9abc_def0_1234_5678_9abc_def0n;
const A = power(g, a);

const challengeSchema = v.object({
  ChallengeParameters: v.object({
    SALT: v.string(),
    SRP_B: v.string(),
    SECRET_BLOCK: v.string(),
    USER_ID_FOR_SRP: v.string(),
  }),
});

const begin = (running: RunningPool, SRP_A = A.toString(16)) =>
  running.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: email, SRP_A },
  });

/** Begins a sign-in and computes the responses that prove the password. */
const prove = async (running: RunningPool, password: string) => {
  const { ChallengeParameters } = v.parse(challengeSchema, (await begin(running)).body);
  const { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP } = ChallengeParameters;
  const B = BigInt(`0x${SRP_B}`);
  const u = hash(bytes(A), bytes(B));
  const x = hash(bytes(BigInt(`0x${SALT}`)), sha256(`Local${USER_ID_FOR_SRP}:${password}`));
  const base = (((B - hash(bytes(N), bytes(g)) * power(g, x)) % N) + N) % N;
  const S = power(base, a + u * x);
  const key = Buffer.from(hkdfSync('sha256', bytes(S), bytes(u), 'Caldera Derived Key', 16));
  const TIMESTAMP = 'Tue Sep 5 01:02:03 UTC 2017';
  const PASSWORD_CLAIM_SIGNATURE = createHmac('sha256', key)
    .update(`Local${USER_ID_FOR_SRP}`)
    .update(Buffer.from(SECRET_BLOCK, 'base64'))
    .update(TIMESTAMP)
    .digest('base64');
  const PASSWORD_CLAIM_SECRET_BLOCK = SECRET_BLOCK;
  return { USERNAME: USER_ID_FOR_SRP, PASSWORD_CLAIM_SECRET_BLOCK, PASSWORD_CLAIM_SIGNATURE, TIMESTAMP };
};

const answer = (running: RunningPool, ChallengeResponses: object) =>
  running.call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: clientId,
    ChallengeResponses,
  });

const startWithUser = async () => {
  const running = await startPool();
  await addUser(running);
  return running;
};
const refused = (message: string) => ({ status: 400, name: 'NotAuthorizedException', message });
const incorrect = refused('Incorrect username or password.');
const ended = refused('Invalid session for the user, session is expired.');

test('the right password is proven, once for a secret block; a wrong one is refused', async () => {
  const running = await startWithUser();
  const proof = await prove(running, goodPassword);
  expect((await answer(running, proof)).status).toBe(200);
  expect(errorOf(await answer(running, proof))).toEqual(ended);
  expect(errorOf(await answer(running, await prove(running, 'Wrong-pass1!')))).toEqual(incorrect);
});

test.each([
  ['zero', '0'],
  ['the prime of the group', N.toString(16)],
  ['a negative number', '-5'],
  ['longer than the group', 'f'.repeat(771)],
])('a public value that is %s is refused', async (_, value) => {
  const running = await startWithUser();
  expect(errorOf(await begin(running, value))).toEqual({
    status: 400,
    name: 'InvalidParameterException',
    message: 'Invalid SRP_A.',
  });
});

test('a secret block ends after three minutes, and belongs to one user', async () => {
  const running = await startWithUser();
  const other = await addUser(running, 'ben@example.com');
  const late = await prove(running, goodPassword);
  running.advance(180);
  expect(errorOf(await answer(running, late))).toEqual(ended);
  const stolen = { ...(await prove(running, goodPassword)), USERNAME: other.sub };
  expect(errorOf(await answer(running, stolen))).toEqual(ended);
});

test('a signature is bound to its timestamp', async () => {
  const running = await startWithUser();
  const proof = await prove(running, goodPassword);
  const changed = { ...proof, TIMESTAMP: 'Tue Sep 5 01:02:04 UTC 2017' };
  expect(errorOf(await answer(running, changed))).toEqual(incorrect);
});

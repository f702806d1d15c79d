import { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { addUser, clientId, email, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';

const responsesSchema = v.object({ ChallengeResponses: v.record(v.string(), v.string()) });

/** Returns the proof that amazon-cognito-identity-js would send for a password, without sending it. */
const prove = async ({ origin }: RunningPool, password: string) => {
  const Pool = new CognitoUserPool({ UserPoolId: 'us-east-1_Local', ClientId: clientId, endpoint: origin });
  const user = new CognitoUser({ Username: email, Pool });
  const details = new AuthenticationDetails({ Username: email, Password: password });
  const { fetch } = globalThis;
  const proof = await new Promise<string>((resolve, reject) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const body = String(init?.body);
      if (!body.includes('PASSWORD_VERIFIER')) return fetch(input, init);
      resolve(body);
      return new Promise(() => {});
    });
    user.authenticateUser(details, { onSuccess: reject, onFailure: reject });
  });
  vi.restoreAllMocks();
  return v.parse(responsesSchema, JSON.parse(proof)).ChallengeResponses;
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

test('the correct password is accepted once per secret block, and a wrong password is refused', async () => {
  const running = await startWithUser();
  const proof = await prove(running, goodPassword);
  expect((await answer(running, proof)).status).toBe(200);
  expect(errorOf(await answer(running, proof))).toEqual(ended);
  expect(errorOf(await answer(running, await prove(running, 'Wrong-pass1!')))).toEqual(incorrect);
});

test('a secret block is valid for one user and three minutes, and the signature covers the timestamp', async () => {
  const running = await startWithUser();
  const other = await addUser(running, 'ben@example.com');
  const late = await prove(running, goodPassword);
  running.advance(180);
  expect(errorOf(await answer(running, late))).toEqual(ended);
  const stolen = { ...(await prove(running, goodPassword)), USERNAME: other.sub };
  expect(errorOf(await answer(running, stolen))).toEqual(ended);
  const changed = { ...(await prove(running, goodPassword)), TIMESTAMP: 'Tue Sep 5 01:02:04 UTC 2017' };
  expect(errorOf(await answer(running, changed))).toEqual(incorrect);
});

test.each(['0', '-5', 'f'.repeat(771)])('the SRP_A value %s is refused', async (SRP_A) => {
  const running = await startWithUser();
  const AuthParameters = { USERNAME: email, SRP_A };
  const begun = await running.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters,
  });
  expect(errorOf(begun)).toMatchObject({ name: 'InvalidParameterException', message: 'Invalid SRP_A.' });
});

import * as v from 'valibot';
import { expect } from 'vitest';
import { createSoftAuthenticator, type Flaws } from '../../local-services/test/soft-authenticator.ts';
import {
  type Answer,
  addUser,
  challengeOf,
  clientId,
  email,
  type RunningPool,
  respond,
  signIn,
  startPool,
  tokensOf,
} from './harness.ts';

export type SoftAuthenticator = ReturnType<typeof createSoftAuthenticator>;

export const creationSchema = v.looseObject({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
});
export const requestSchema = v.looseObject({ challenge: v.string(), rpId: v.string() });

export const startWithUser = async (settings = {}) => {
  const running = await startPool({ settings });
  await addUser(running);
  const { AccessToken } = tokensOf(await signIn(running));
  return { ...running, AccessToken };
};
export type SignedIn = Awaited<ReturnType<typeof startWithUser>>;

export const start = async (running: RunningPool, AccessToken: string) => {
  const { body } = await running.call('StartWebAuthnRegistration', { AccessToken });
  return v.parse(creationSchema, body['CredentialCreationOptions']);
};

export const complete = (running: RunningPool, AccessToken: string, Credential: object): Promise<Answer> =>
  running.call('CompleteWebAuthnRegistration', { AccessToken, Credential });

export const register = async (running: SignedIn, authenticator = createSoftAuthenticator()) => {
  const options = await start(running, running.AccessToken);
  const answer = await complete(running, running.AccessToken, authenticator.register(options));
  expect(answer).toMatchObject({ status: 200, body: {} });
  return authenticator;
};

export const choose = (running: RunningPool, PREFERRED_CHALLENGE?: string, more = {}): Promise<Answer> =>
  running.call('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: email, ...(PREFERRED_CHALLENGE && { PREFERRED_CHALLENGE }), ...more },
  });

export const optionsIn = (answer: Answer) =>
  v.parse(
    requestSchema,
    JSON.parse(challengeOf(answer).ChallengeParameters['CREDENTIAL_REQUEST_OPTIONS'] ?? ''),
  );

export const enter = async (running: RunningPool, authenticator: SoftAuthenticator, flaws: Flaws = {}) => {
  const asked = await choose(running, 'WEB_AUTHN');
  const CREDENTIAL = JSON.stringify(authenticator.assert(optionsIn(asked), flaws));
  return respond(running, challengeOf(asked), { CREDENTIAL });
};

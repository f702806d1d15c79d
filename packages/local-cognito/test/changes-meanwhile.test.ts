import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSoftAuthenticator } from '../../local-services/test/soft-authenticator.ts';
import { createAdmin } from '../src/admin.ts';
import { refreshSession, startSession } from '../src/authorization.ts';
import { accountOperations } from '../src/operations/account.ts';
import { challengeFirstFactor } from '../src/operations/first-factors.ts';
import { passkeyOperations } from '../src/operations/passkeys.ts';
import { respondToAuthChallenge } from '../src/operations/respond-to-auth-challenge.ts';
import { softwareTokenOperations } from '../src/operations/software-token.ts';
import { openPool, type Pool } from '../src/pool.ts';
import { accountScope } from '../src/sessions.ts';
import type { User } from '../src/users.ts';
import { email, goodPassword } from './harness.ts';
import { creationSchema, requestSchema } from './passkey-harness.ts';

const opened = openPool({ origin: 'http://localhost' });
let pool: Pool;
let user: User;
let AccessToken: string;
let refreshToken: string;
beforeEach(async () => {
  pool = await opened;
  await createAdmin(pool).createConfirmedUser({ email, password: goodPassword });
  user = pool.users.require(email);
  const session = await startSession(pool, user, { scope: accountScope, deviceKey: null });
  AccessToken = session.tokens.accessToken;
  refreshToken = session.refreshToken;
  return () =>
    createAdmin(pool)
      .deleteUser(email)
      .catch(() => undefined);
});

const startRegistration = async () => {
  const asked = await passkeyOperations.StartWebAuthnRegistration({ AccessToken }, pool);
  return v.parse(v.object({ CredentialCreationOptions: creationSchema }), asked).CredentialCreationOptions;
};
const complete = async (Credential: object) =>
  passkeyOperations.CompleteWebAuthnRegistration({ AccessToken, Credential }, pool);

const challengeSchema = v.object({
  Session: v.string(),
  ChallengeParameters: v.object({
    CREDENTIAL_REQUEST_OPTIONS: v.pipe(v.string(), v.parseJson(), requestSchema),
  }),
});

/** Registers a passkey and starts signing in with it. Returns the pending sign-in without waiting for it. */
const signInWithPasskey = async () => {
  const authenticator = createSoftAuthenticator();
  await complete(authenticator.register(await startRegistration()));
  const asked = await challengeFirstFactor({ pool, user, device: undefined }, 'WEB_AUTHN', {});
  const { Session, ChallengeParameters } = v.parse(challengeSchema, asked);
  const CREDENTIAL = JSON.stringify(authenticator.assert(ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS));
  const answer = { ClientId: 'web', ChallengeName: 'WEB_AUTHN', Session };
  return {
    signingIn: respondToAuthChallenge(
      { ...answer, ChallengeResponses: { USERNAME: email, CREDENTIAL } },
      pool,
    ),
  };
};

test('a passkey that is deleted during its sign-in stays deleted, and the sign-in fails', async () => {
  const { signingIn } = await signInWithPasskey();
  for (const { id } of pool.passkeys.allOf(user.sub)) pool.passkeys.remove(user.sub, id);
  await expect(signingIn).rejects.toThrow('Invalid WebAuthn credential.');
  expect(pool.passkeys.allOf(user.sub)).toEqual([]);
});

test('a user who is disabled while their passkey is verified is not signed in', async () => {
  const { signingIn } = await signInWithPasskey();
  pool.users.update(user, { enabled: false });
  await expect(signingIn).rejects.toThrow('User is disabled.');
});

test.each([
  ['is deleted', () => pool.users.remove(user), 'User does not exist.'],
  ['signs out everywhere', () => pool.sessions.revokeAllOf(user.sub), 'Access Token has been revoked'],
])('a user who %s during a passkey registration gets no passkey', async (_, change, refusal) => {
  const credential = createSoftAuthenticator().register(await startRegistration());
  const { registrations } = pool.passkeys;
  const take = registrations.take.bind(registrations);
  vi.spyOn(registrations, 'take').mockImplementationOnce((challenge) => {
    change();
    return take(challenge);
  });
  await expect(complete(credential)).rejects.toThrow(refusal);
  expect(pool.passkeys.allOf(user.sub)).toEqual([]);
});

test.each([
  ['sign-in', () => startSession(pool, user, { scope: accountScope, deviceKey: null })],
  ['refresh', () => refreshSession(pool, refreshToken)],
])('a user who is disabled during a %s gets no tokens', async (_, start) => {
  const started = start();
  pool.users.update(user, { enabled: false });
  await expect(started).rejects.toThrow('User is disabled.');
});

test('two concurrent changes to a user are both saved', async () => {
  const claims = await pool.tokens.verifyAccessToken(AccessToken);
  const tokens = { ...pool.tokens, verifyAccessToken: async () => claims };
  const atOnce: Pool = { ...pool, tokens };
  await Promise.all([
    accountOperations.SetUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } }, atOnce),
    softwareTokenOperations.AssociateSoftwareToken({ AccessToken }, atOnce),
  ]);
  expect(pool.users.require(email).mfa).toMatchObject({
    factors: ['EMAIL_OTP'],
    offeredSecret: expect.any(String),
  });
});

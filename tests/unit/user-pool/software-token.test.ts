import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { anna, challengedUser, challengeIn, codeOf, respond, wrong } from './challenge-client.ts';
import { addUser, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';
import { signedIn, signIn } from './srp-client.ts';

const offerSchema = v.object({ SecretCode: v.string(), Session: v.optional(v.string(), '') });

type Authorization = { readonly AccessToken: string } | { readonly Session: string };

const associate = async (running: RunningPool, authorization: Authorization) =>
  v.parse(offerSchema, (await running.call('AssociateSoftwareToken', authorization)).body);

const verify = (running: RunningPool, authorization: Authorization, UserCode: string) =>
  running.call('VerifySoftwareToken', { ...authorization, UserCode, FriendlyDeviceName: 'Phone' });

const prefer = (running: RunningPool, AccessToken: string, settings: object) =>
  running.call('SetUserMFAPreference', { AccessToken, ...settings });

const on = { Enabled: true, PreferredMfa: true };

const startSignedIn = async () => {
  const running = await startPool();
  await addUser(running);
  const { AccessToken } = await signedIn(running, anna, goodPassword);
  return { running, AccessToken };
};

/** Sets an authenticator up, as a user who is signed in does. */
const setUp = async (running: RunningPool, AccessToken: string): Promise<string> => {
  const { SecretCode } = await associate(running, { AccessToken });
  const verified = await verify(running, { AccessToken }, codeOf(running, SecretCode));
  expect(verified.body).toEqual({ Status: 'SUCCESS' });
  return SecretCode;
};

describe('a user who is signed in', () => {
  test('keeps the authenticator until another one is verified, and then has that one', async () => {
    const { running, AccessToken } = await startSignedIn();
    const first = await setUp(running, AccessToken);
    await prefer(running, AccessToken, { SoftwareTokenMfaSettings: on });
    running.advance(60);
    const { SecretCode } = await associate(running, { AccessToken });
    const before = challengeIn(await signIn(running, anna, goodPassword));
    const code = { SOFTWARE_TOKEN_MFA_CODE: codeOf(running, first) };
    expect((await respond(running, before, code)).status).toBe(200);

    await verify(running, { AccessToken }, codeOf(running, SecretCode));
    running.advance(60);
    const after = challengeIn(await signIn(running, anna, goodPassword));
    const old = { SOFTWARE_TOKEN_MFA_CODE: codeOf(running, first) };
    expect(errorOf(await respond(running, after, old)).name).toBe('CodeMismatchException');
    const current = { SOFTWARE_TOKEN_MFA_CODE: codeOf(running, SecretCode) };
    expect((await respond(running, after, current)).status).toBe(200);
  });
});

describe('MFA_SETUP', () => {
  const startSetup = async () => {
    const running = await startPool({ settings: { mfa: 'ON' } });
    return { running, challenge: await challengedUser(running, { factors: [] }) };
  };

  test('ends after three wrong codes, and each session with its answer', async () => {
    const { running, challenge } = await startSetup();
    const offer = await associate(running, challenge);
    const code = codeOf(running, offer.SecretCode);
    expect(
      errorOf(await running.call('AssociateSoftwareToken', { Session: challenge.Session })).message,
    ).toBe('Invalid session for the user, session is expired.');
    for (let count = 0; count < 3; count += 1) {
      expect(errorOf(await verify(running, offer, wrong(code))).name).toBe('EnableSoftwareTokenMFAException');
    }
    expect(errorOf(await verify(running, offer, code)).message).toBe(
      'Invalid session for the user, session is expired.',
    );
  });
});

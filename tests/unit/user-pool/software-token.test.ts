import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { anna, challengedUser, challengeIn, codeOf, respond, wrong } from './challenge-client.ts';
import { addUser, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';
import { signedIn, signIn } from './srp-client.ts';

const offerSchema = v.object({ SecretCode: v.string(), Session: v.optional(v.string(), '') });
const verifiedSchema = v.object({ Status: v.literal('SUCCESS'), Session: v.optional(v.string(), '') });

type Authorization = { readonly AccessToken: string } | { readonly Session: string };

const associate = async (running: RunningPool, authorization: Authorization) =>
  v.parse(offerSchema, (await running.call('AssociateSoftwareToken', authorization)).body);

const verify = (running: RunningPool, authorization: Authorization, UserCode: string) =>
  running.call('VerifySoftwareToken', { ...authorization, UserCode, FriendlyDeviceName: 'Phone' });

const prefer = (running: RunningPool, AccessToken: string, settings: object) =>
  running.call('SetUserMFAPreference', { AccessToken, ...settings });

const factorsOf = async (running: RunningPool, AccessToken: string) => {
  const { body } = await running.call('GetUser', { AccessToken });
  const { UserMFASettingList, PreferredMfaSetting, MFAOptions } = body;
  return { UserMFASettingList, PreferredMfaSetting, MFAOptions };
};

const none = { UserMFASettingList: undefined, PreferredMfaSetting: undefined, MFAOptions: undefined };
const on = { Enabled: true, PreferredMfa: true };
const off = { Enabled: false, PreferredMfa: false };

const startSignedIn = async (phone = true) => {
  const running = await startPool();
  if (phone) await addUser(running);
  else await running.pool.admin.createConfirmedUser({ email: anna, password: goodPassword });
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
  test('turns an authenticator on, is asked for it, and turns it off', async () => {
    const { running, AccessToken } = await startSignedIn();
    const secret = await setUp(running, AccessToken);
    expect(await factorsOf(running, AccessToken)).toEqual(none);
    await signedIn(running, anna, goodPassword);

    expect((await prefer(running, AccessToken, { SoftwareTokenMfaSettings: on })).body).toEqual({});
    expect(await factorsOf(running, AccessToken)).toEqual({
      ...none,
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    });
    const challenge = challengeIn(await signIn(running, anna, goodPassword));
    expect(challenge).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { FRIENDLY_DEVICE_NAME: 'Phone' },
    });
    const used = await respond(running, challenge, { SOFTWARE_TOKEN_MFA_CODE: codeOf(running, secret) });
    expect(errorOf(used).name).toBe('ExpiredCodeException');
    running.advance(30);
    const fresh = { SOFTWARE_TOKEN_MFA_CODE: codeOf(running, secret) };
    expect((await respond(running, challenge, fresh)).status).toBe(200);

    await prefer(running, AccessToken, { SoftwareTokenMfaSettings: off });
    expect(await factorsOf(running, AccessToken)).toEqual(none);
    await signedIn(running, anna, goodPassword);
  });

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

  test('is told that a code is wrong, as often as it is, and may repeat a right one', async () => {
    const { running, AccessToken } = await startSignedIn();
    const { SecretCode } = await associate(running, { AccessToken });
    const code = codeOf(running, SecretCode);
    for (let count = 0; count < 4; count += 1) {
      expect(errorOf(await verify(running, { AccessToken }, wrong(code)))).toEqual({
        status: 400,
        name: 'EnableSoftwareTokenMFAException',
        message: 'Code mismatch and fail enable Software Token MFA',
      });
    }
    // A reply may be lost.
    expect((await verify(running, { AccessToken }, code)).status).toBe(200);
    expect((await verify(running, { AccessToken }, code)).status).toBe(200);
  });

  test('has text messages and mails, one of them preferred', async () => {
    const { running, AccessToken } = await startSignedIn();
    await prefer(running, AccessToken, { SMSMfaSettings: on, EmailMfaSettings: { Enabled: true } });
    const both = {
      UserMFASettingList: ['SMS_MFA', 'EMAIL_OTP'],
      PreferredMfaSetting: 'SMS_MFA',
      MFAOptions: [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }],
    };
    expect(await factorsOf(running, AccessToken)).toEqual(both);
    await prefer(running, AccessToken, { EmailMfaSettings: on });
    expect(await factorsOf(running, AccessToken)).toMatchObject({ PreferredMfaSetting: 'EMAIL_OTP' });
    await prefer(running, AccessToken, { EmailMfaSettings: { Enabled: true } });
    expect(await factorsOf(running, AccessToken)).toMatchObject({ PreferredMfaSetting: undefined });
    await prefer(running, AccessToken, { EmailMfaSettings: off, SMSMfaSettings: null });
    expect(await factorsOf(running, AccessToken)).toMatchObject({ UserMFASettingList: ['SMS_MFA'] });
  });

  test.each([
    [{ SoftwareTokenMfaSettings: on }, 'User has not set up software token mfa'],
    [{ SMSMfaSettings: on }, 'User does not have a phone_number set to turn on SMS MFA'],
    [{ SMSMfaSettings: on, EmailMfaSettings: on }, 'Only one MFA type can be preferred'],
  ])('can’t set %o without what it takes', async (settings, message) => {
    const { running, AccessToken } = await startSignedIn(false);
    expect(errorOf(await prefer(running, AccessToken, settings))).toEqual({
      status: 400,
      name: 'InvalidParameterException',
      message,
    });
    expect(await factorsOf(running, AccessToken)).toEqual(none);
  });

  test.each([{ mfa: 'OFF' }, { mfaFactors: ['SMS_MFA'] }] as const)(
    'has none where the pool has %o',
    async (patch) => {
      const { running, AccessToken } = await startSignedIn();
      running.pool.admin.updateSettings(patch.mfa ? patch : { mfaFactors: [...patch.mfaFactors] });
      expect(errorOf(await running.call('AssociateSoftwareToken', { AccessToken }))).toEqual({
        status: 400,
        name: 'SoftwareTokenMFANotFoundException',
        message: 'Software Token MFA has not been enabled by the userPool.',
      });
      expect(errorOf(await verify(running, { AccessToken }, '123456')).name).toBe(
        'SoftwareTokenMFANotFoundException',
      );
      expect(errorOf(await prefer(running, AccessToken, { EmailMfaSettings: on }))).toEqual({
        status: 400,
        name: 'InvalidParameterException',
        message: 'EMAIL_OTP is not enabled for the user pool',
      });
    },
  );
});

test.each([
  [{}, '123456', 'InvalidParameterException', 'Missing required parameter AccessToken or Session'],
  [{ AccessToken: 'a.b.c' }, '123456', 'NotAuthorizedException', 'Invalid Access Token'],
  [
    { Session: 'unknown' },
    '123456',
    'NotAuthorizedException',
    'Invalid session for the user, session is expired.',
  ],
  [
    { AccessToken: 'a.b.c' },
    '12345',
    'InvalidParameterException',
    "1 validation error detected: Value at 'userCode' failed to satisfy constraint: Member must have length greater than or equal to 6",
  ],
  [
    { AccessToken: 'a.b.c' },
    'abcdef',
    'InvalidParameterException',
    "1 validation error detected: Value at 'userCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [0-9]+",
  ],
])('a code with %o and %s is refused', async (authorization, UserCode, name, message) => {
  const running = await startPool();
  const answer = await running.call('VerifySoftwareToken', { ...authorization, UserCode });
  expect(errorOf(answer)).toEqual({ status: 400, name, message });
});

test('a code without a secret before is refused', async () => {
  const { running, AccessToken } = await startSignedIn();
  expect(errorOf(await verify(running, { AccessToken }, '123456'))).toEqual({
    status: 400,
    name: 'SoftwareTokenMFANotFoundException',
    message: 'Software Token MFA does not exist for the user.',
  });
});

describe('MFA_SETUP', () => {
  const startSetup = async () => {
    const running = await startPool({ settings: { mfa: 'ON' } });
    return { running, challenge: await challengedUser(running, { factors: [] }) };
  };

  test('is met where factors are required and the user has none, and ends with one', async () => {
    const { running, challenge } = await startSetup();
    expect(challenge).toMatchObject({
      ChallengeName: 'MFA_SETUP',
      ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
    });
    const offer = await associate(running, challenge);
    expect(offer.SecretCode).toMatch(/^[A-Z2-7]{52}$/);
    expect(offer.Session).not.toBe(challenge.Session);
    const early = await respond(running, { ...challenge, Session: offer.Session }, {});
    expect(errorOf(early)).toEqual({
      status: 400,
      name: 'InvalidParameterException',
      message: 'User has not set up software token mfa',
    });
    const code = codeOf(running, offer.SecretCode);
    const { Session } = v.parse(verifiedSchema, (await verify(running, offer, code)).body);
    expect(Session).not.toBe(offer.Session);
    expect((await respond(running, { ...challenge, Session }, {})).status).toBe(200);

    running.advance(30);
    const next = challengeIn(await signIn(running, anna, goodPassword));
    expect(next.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    const right = { SOFTWARE_TOKEN_MFA_CODE: codeOf(running, offer.SecretCode) };
    expect((await respond(running, next, right)).status).toBe(200);
  });

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

  test('that was left is met again', async () => {
    const { running, challenge } = await startSetup();
    const offer = await associate(running, challenge);
    await verify(running, offer, codeOf(running, offer.SecretCode));
    expect(challengeIn(await signIn(running, anna, goodPassword)).ChallengeName).toBe('MFA_SETUP');
  });

  test('names what an operator has to set up where there are no authenticators', async () => {
    const running = await startPool({ settings: { mfa: 'ON', mfaFactors: ['SMS_MFA', 'EMAIL_OTP'] } });
    const challenge = await challengedUser(running, { factors: [] });
    expect(challenge.ChallengeParameters).toMatchObject({ MFAS_CAN_SETUP: '["SMS_MFA","EMAIL_OTP"]' });
  });
});

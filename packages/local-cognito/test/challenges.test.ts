import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type { MfaInput } from '../src/index.ts';
import {
  addUser,
  challengeOf,
  email,
  errorOf,
  type RunningPool,
  respond,
  signIn,
  startPool,
} from './harness.ts';

const refused = (message: string) => ({ status: 400, name: 'NotAuthorizedException', message });
const expired = refused('Invalid session for the user, session is expired.');
const foreign = refused('Invalid session for the user.');
const mistyped = (message: string) => ({ status: 400, name: 'CodeMismatchException', message });
const wrongSentCode = mistyped('Invalid code or auth state for the user.');
const wrongToken = mistyped('Invalid code received for user');
const otherPassword = 'Other-pass2?';

/** Creates a user with these factors, sends the password, and returns the challenge that follows. */
const challengedUser = async (running: RunningPool, mfa: MfaInput) => {
  await addUser(running);
  const user = await running.pool.admin.setMfa(email, mfa);
  return { ...challengeOf(await signIn(running)), secret: user.mfa.secret ?? '' };
};

/** Returns the authenticator's code at `steps` × 30 s from the pool's time. */
const codeOf = (running: RunningPool, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: running.now() + steps * 30_000 });

const enterToken = (running: RunningPool, challenge: Parameters<typeof respond>[1], code: string) =>
  respond(running, challenge, { SOFTWARE_TOKEN_MFA_CODE: code });

test('an authenticator code may be one time step early or late, but is accepted only once', async () => {
  const running = await startPool();
  const first = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'] });
  const [{ mfa } = {}] = running.pool.admin.listUsers();
  const code = codeOf(running, first.secret);
  expect(mfa).toMatchObject({ secret: first.secret, code });
  for (const steps of [-2, 2]) {
    const far = codeOf(running, first.secret, steps);
    expect(errorOf(await enterToken(running, first, far))).toEqual(wrongToken);
  }
  expect((await enterToken(running, first, code)).status).toBe(200);
  const second = challengeOf(await signIn(running));
  expect(errorOf(await enterToken(running, second, code)).name).toBe('ExpiredCodeException');
  expect((await enterToken(running, second, codeOf(running, first.secret, -1))).status).toBe(200);
  const third = challengeOf(await signIn(running));
  expect((await enterToken(running, third, codeOf(running, first.secret, 1))).status).toBe(200);
});

test('an SMS code is accepted only in the session that it was sent for', async () => {
  const running = await startPool();
  const first = await challengedUser(running, { factors: ['SMS_MFA'] });
  const code = { SMS_MFA_CODE: running.code(email) };
  const second = challengeOf(await signIn(running));
  expect(errorOf(await respond(running, second, code))).toEqual(wrongSentCode);
  expect((await respond(running, first, code)).status).toBe(200);
});

test('a challenge session is valid for one user and challenge, and ends after three wrong codes', async () => {
  const running = await startPool();
  const challenge = await challengedUser(running, { factors: ['SMS_MFA'] });
  await addUser(running, 'ben@example.com');
  const code = { SMS_MFA_CODE: running.code(email) };
  for (const USERNAME of ['ben@example.com', 'unknown@example.com']) {
    expect(errorOf(await respond(running, challenge, { ...code, USERNAME }))).toEqual(foreign);
  }
  const asMail = { ...challenge, ChallengeName: 'EMAIL_OTP' };
  expect(errorOf(await respond(running, asMail, { EMAIL_OTP_CODE: running.code(email) }))).toEqual(foreign);
  expect(errorOf(await respond(running, { ...challenge, Session: 'unknown' }, code))).toEqual(expired);

  const wrong = { SMS_MFA_CODE: running.code(email) === '000000' ? '000001' : '000000' };
  for (let count = 0; count < 3; count += 1)
    expect(errorOf(await respond(running, challenge, wrong))).toEqual(wrongSentCode);
  expect(errorOf(await respond(running, challenge, code))).toEqual(expired);
});

test('the pool asks for the preferred factor, or lets users choose among their factors', async () => {
  const running = await startPool();
  const preferred = await challengedUser(running, {
    factors: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP'],
    preferred: 'EMAIL_OTP',
  });
  expect(preferred.ChallengeName).toBe('EMAIL_OTP');
  running.pool.admin.updateSettings({ mfaFactors: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'] });
  const choice = challengeOf(await signIn(running));
  expect(choice).toMatchObject({
    ChallengeName: 'SELECT_MFA_TYPE',
    ChallengeParameters: { MFAS_CAN_CHOOSE: '["SOFTWARE_TOKEN_MFA","SMS_MFA"]' },
  });
  expect(errorOf(await respond(running, choice, { ANSWER: 'EMAIL_OTP' })).name).toBe(
    'InvalidParameterException',
  );
  const chosen = challengeOf(await respond(running, choice, { ANSWER: 'SMS_MFA' }));
  expect(chosen.ChallengeParameters).toMatchObject({ CODE_DELIVERY_DESTINATION: '+*******4567' });
  expect(errorOf(await respond(running, choice, { ANSWER: 'SMS_MFA' }))).toEqual(expired);
});

const startWithTemporaryPassword = async () => {
  const running = await startPool();
  await addUser(running);
  await running.pool.admin.requireNewPassword(email);
  return { running, challenge: challengeOf(await signIn(running)) };
};

test.each([
  [{ NEW_PASSWORD: 'weak' }, 'InvalidPasswordException', /^Password did not conform with policy: /],
  [{}, 'InvalidParameterException', 'Missing required parameter NEW_PASSWORD'],
  [
    { NEW_PASSWORD: otherPassword, 'userAttributes.email': email },
    'NotAuthorizedException',
    'Cannot modify an already provided email',
  ],
  [
    { NEW_PASSWORD: otherPassword, 'userAttributes.phone_number': '12' },
    'InvalidParameterException',
    'Invalid phone number format.',
  ],
])('the new password in %o is refused, and the session stays valid', async (responses, name, message) => {
  const { running, challenge } = await startWithTemporaryPassword();
  const given: Readonly<Record<string, string>> = responses;
  for (let count = 0; count < 4; count += 1) {
    const error = errorOf(await respond(running, challenge, given));
    expect(error).toEqual({ status: 400, name, message: expect.stringMatching(message) });
  }
  expect((await respond(running, challenge, { NEW_PASSWORD: otherPassword })).status).toBe(200);
});

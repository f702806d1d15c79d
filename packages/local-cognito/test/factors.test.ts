import { describe, expect, test } from 'vitest';
import { anna, challengedUser, challengeIn, codeOf, respond, wrong } from './challenge-client.ts';
import { addUser, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';
import { signIn } from './srp-client.ts';

const expired = {
  status: 400,
  name: 'NotAuthorizedException',
  message: 'Invalid session for the user, session is expired.',
};
const foreign = { status: 400, name: 'NotAuthorizedException', message: 'Invalid session for the user.' };
const wrongSentCode = {
  status: 400,
  name: 'CodeMismatchException',
  message: 'Invalid code or auth state for the user.',
};
const wrongToken = { status: 400, name: 'CodeMismatchException', message: 'Invalid code received for user' };

test('a sent code is good in its own session only', async () => {
  const running = await startPool();
  const first = await challengedUser(running, { factors: ['SMS_MFA'] });
  const code = { SMS_MFA_CODE: running.code(anna) };
  const second = challengeIn(await signIn(running, anna, goodPassword));
  expect(errorOf(await respond(running, second, code))).toEqual(wrongSentCode);
  expect((await respond(running, first, code)).status).toBe(200);
});

/** The secret of RFC 6238, appendix B, in base32. Its codes of SHA-1 are cut to six digits here. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('SOFTWARE_TOKEN_MFA', () => {
  const answer = (running: RunningPool, challenge: Parameters<typeof respond>[1], code: string) =>
    respond(running, challenge, { SOFTWARE_TOKEN_MFA_CODE: code });

  test('has the codes of RFC 6238, appendix B', async () => {
    const secret = rfcSecret;
    for (const [seconds, code] of [
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ] as const) {
      const running = await startPool({ now: seconds * 1000 });
      const challenge = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'], secret });
      expect(running.pool.admin.listUsers()).toMatchObject([{ mfa: { secret, code } }]);
      expect((await answer(running, challenge, code)).status).toBe(200);
    }
  });

  test.each([-1, 0, 1])('takes a code that is %i steps off', async (steps) => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'] });
    expect((await answer(running, challenge, codeOf(running, challenge.secret, steps))).status).toBe(200);
  });

  test.each([-2, 2])('takes none that is %i steps off', async (steps) => {
    const running = await startPool({ now: 1_111_111_109_000 });
    const challenge = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'], secret: rfcSecret });
    const code = codeOf(running, rfcSecret, steps);
    expect(errorOf(await answer(running, challenge, code))).toEqual(wrongToken);
  });

  test('takes a code once, and the ones beside it still', async () => {
    const running = await startPool();
    const first = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'] });
    const code = codeOf(running, first.secret);
    expect((await answer(running, first, code)).status).toBe(200);

    const second = challengeIn(await signIn(running, anna, goodPassword));
    expect(errorOf(await answer(running, second, code))).toEqual({
      status: 400,
      name: 'ExpiredCodeException',
      message: 'Your software token has already been used once.',
    });
    running.advance(30);
    expect(errorOf(await answer(running, second, code)).name).toBe('ExpiredCodeException');
    expect((await answer(running, second, codeOf(running, first.secret))).status).toBe(200);
  });
});

describe('a session', () => {
  test('is of one user and one challenge, and ends in time, or with the user', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: ['SMS_MFA'] });
    await addUser(running, 'ben@example.com');
    const code = { SMS_MFA_CODE: running.code(anna) };

    for (const USERNAME of ['ben@example.com', 'nobody@example.com']) {
      expect(errorOf(await respond(running, challenge, { ...code, USERNAME }))).toEqual(foreign);
    }
    const asMail = { ...challenge, ChallengeName: 'EMAIL_OTP' };
    expect(errorOf(await respond(running, asMail, { EMAIL_OTP_CODE: running.code(anna) }))).toEqual(foreign);
    expect(errorOf(await respond(running, { ...challenge, Session: 'unknown' }, code))).toEqual(expired);
    expect(errorOf(await respond(running, { ...challenge, Session: '' }, code)).message).toBe(
      'Missing required parameter Session',
    );
    expect(errorOf(await respond(running, challenge, { ...code, USERNAME: anna.toUpperCase() })).status).toBe(
      200,
    );

    const next = challengeIn(await signIn(running, anna, goodPassword));
    await running.pool.admin.setUserEnabled(anna, false);
    const disabled = await respond(running, next, { SMS_MFA_CODE: running.code(anna) });
    expect(errorOf(disabled).message).toBe('User is disabled.');
    await running.pool.admin.setUserEnabled(anna, true);
    running.advance(100);
    const mistyped = { SMS_MFA_CODE: wrong(running.code(anna)) };
    expect(errorOf(await respond(running, next, mistyped))).toEqual(wrongSentCode);
    running.advance(80);
    expect(errorOf(await respond(running, next, { SMS_MFA_CODE: running.code(anna) }))).toEqual(expired);
  });
});

describe('which factor is asked for', () => {
  test('is the preferred one, as long as the pool has it', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, {
      factors: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP'],
      preferred: 'EMAIL_OTP',
    });
    expect(challenge.ChallengeName).toBe('EMAIL_OTP');
    running.pool.admin.updateSettings({ mfaFactors: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'] });
    expect(challengeIn(await signIn(running, anna, goodPassword)).ChallengeName).toBe('SELECT_MFA_TYPE');
  });

  test('is the user’s choice among several, of those that were offered', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] });
    expect(challenge).toMatchObject({
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: { MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' },
    });
    expect(running.pool.admin.mail(anna)).toEqual([]);
    expect(errorOf(await respond(running, challenge, { ANSWER: 'EMAIL_OTP' })).name).toBe(
      'InvalidParameterException',
    );
    const chosen = challengeIn(await respond(running, challenge, { ANSWER: 'SMS_MFA' }));
    expect(chosen).toMatchObject({
      ChallengeName: 'SMS_MFA',
      ChallengeParameters: { CODE_DELIVERY_DESTINATION: '+*******4567' },
    });
    expect(errorOf(await respond(running, challenge, { ANSWER: 'SMS_MFA' }))).toEqual(expired);
    expect((await respond(running, chosen, { SMS_MFA_CODE: running.code(anna) })).status).toBe(200);
  });
});

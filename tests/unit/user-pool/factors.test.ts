import { describe, expect, test } from 'vitest';
import { anna, challengedUser, challengeIn, codeOf, respond, wrong } from './challenge-client.ts';
import { addUser, errorOf, goodPassword, type RunningPool, startPool } from './harness.ts';
import { signedIn, signIn, tokensOf } from './srp-client.ts';

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

const sentFactors = [
  ['SMS_MFA', 'SMS_MFA_CODE', 'SMS', '+*******4567', { phone: '+15551234567' }],
  ['EMAIL_OTP', 'EMAIL_OTP_CODE', 'EMAIL', 'a***@e***', {}],
] as const;

describe.each(sentFactors)('%s', (factor, parameter, medium, destination, more) => {
  test('sends a code, and its sender is signed in', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: [factor] });
    expect(challenge).toMatchObject({
      ChallengeName: factor,
      ChallengeParameters: {
        USER_ID_FOR_SRP: expect.stringMatching(/^[\da-f-]{36}$/),
        CODE_DELIVERY_DELIVERY_MEDIUM: medium,
        CODE_DELIVERY_DESTINATION: destination,
      },
    });
    expect(running.pool.admin.mail(anna)).toEqual([
      {
        to: anna,
        kind: 'sign-in',
        medium,
        code: expect.stringMatching(/^\d{6}$/),
        sentAt: new Date(running.now()).toISOString(),
        ...more,
      },
    ]);
    const answer = await respond(running, challenge, { [parameter]: running.code(anna) });
    expect(tokensOf(answer).RefreshToken).not.toBe('');
  });

  test('takes the right code after two wrong ones, in the same session, and none after three', async () => {
    const running = await startPool();
    const first = await challengedUser(running, { factors: [factor] });
    const right = () => ({ [parameter]: running.code(anna) });
    const mistyped = () => ({ [parameter]: wrong(running.code(anna)) });
    for (let count = 0; count < 2; count += 1) {
      expect(errorOf(await respond(running, first, mistyped()))).toEqual(wrongSentCode);
    }
    expect((await respond(running, first, right())).status).toBe(200);
    expect(errorOf(await respond(running, first, right()))).toEqual(expired);

    const second = challengeIn(await signIn(running, anna, goodPassword));
    for (let count = 0; count < 3; count += 1) {
      expect(errorOf(await respond(running, second, mistyped()))).toEqual(wrongSentCode);
    }
    expect(errorOf(await respond(running, second, right()))).toEqual(expired);
  });

  test('takes the code of its own session only', async () => {
    const running = await startPool();
    const first = await challengedUser(running, { factors: [factor] });
    const code = running.code(anna);
    const second = challengeIn(await signIn(running, anna, goodPassword));
    expect(errorOf(await respond(running, second, { [parameter]: code }))).toEqual(wrongSentCode);
    expect((await respond(running, first, { [parameter]: code })).status).toBe(200);
  });

  test('has codes that expire, in a session that goes on', async () => {
    const running = await startPool({ settings: { signInCodeSeconds: 60 } });
    const challenge = await challengedUser(running, { factors: [factor] });
    const answer = () => respond(running, challenge, { [parameter]: running.code(anna) });
    running.advance(60);
    for (let count = 0; count < 4; count += 1) {
      expect(errorOf(await answer())).toEqual({
        status: 400,
        name: 'ExpiredCodeException',
        message: 'Invalid code provided, please request a code again.',
      });
    }
    running.advance(119);
    expect(errorOf(await answer()).name).toBe('ExpiredCodeException');
    running.advance(1);
    expect(errorOf(await answer())).toEqual(expired);
  });

  test('needs its code', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: [factor] });
    for (const responses of [{}, { [parameter]: '' }, { SOFTWARE_TOKEN_MFA_CODE: '123456' }]) {
      expect(errorOf(await respond(running, challenge, responses))).toEqual({
        status: 400,
        name: 'InvalidParameterException',
        message: `Missing required parameter ${parameter}`,
      });
    }
  });
});

/** The secret of RFC 6238, appendix B, in base32. Its codes of SHA-1 are cut to six digits here. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('SOFTWARE_TOKEN_MFA', () => {
  const answer = (running: RunningPool, challenge: Parameters<typeof respond>[1], code: string) =>
    respond(running, challenge, { SOFTWARE_TOKEN_MFA_CODE: code });

  test('is named by the authenticator, and takes its code', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'] });
    expect(challenge).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { FRIENDLY_DEVICE_NAME: 'Authenticator' },
      secret: expect.stringMatching(/^[A-Z2-7]{52}$/),
    });
    expect(running.pool.admin.mail(anna)).toEqual([]);
    const done = await answer(running, challenge, codeOf(running, challenge.secret));
    expect(tokensOf(done).RefreshToken).not.toBe('');
  });

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

  test('keeps to the pool’s clock', async () => {
    const running = await startPool();
    running.pool.admin.shiftClock(3_600_000);
    const challenge = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'] });
    const code = codeOf({ now: () => running.now() + 3_600_000 }, challenge.secret);
    expect((await answer(running, challenge, code)).status).toBe(200);
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

  test('ends after three wrong codes', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'] });
    const code = codeOf(running, challenge.secret);
    for (const mistyped of ['12345', '1234567', 'abcdef']) {
      expect(errorOf(await answer(running, challenge, mistyped))).toEqual(wrongToken);
    }
    expect(errorOf(await answer(running, challenge, code))).toEqual(expired);
  });

  test('ends when the authenticator is taken away meanwhile', async () => {
    const running = await startPool();
    const challenge = await challengedUser(running, { factors: ['SOFTWARE_TOKEN_MFA'] });
    await running.pool.admin.setMfa(anna, { factors: [] });
    expect(errorOf(await answer(running, challenge, '123456'))).toEqual({
      status: 400,
      name: 'SoftwareTokenMFANotFoundException',
      message: 'Software Token MFA does not exist for the user.',
    });
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
  test('is nobody’s where the pool has none, and where the user has none and need not', async () => {
    const off = await startPool({ settings: { mfa: 'OFF' } });
    await addUser(off);
    await off.pool.admin.setMfa(anna, { factors: ['SMS_MFA'] });
    await signedIn(off, anna, goodPassword);

    const optional = await startPool();
    await addUser(optional);
    await signedIn(optional, anna, goodPassword);
    await optional.pool.admin.setMfa(anna, { factors: ['SMS_MFA'] });
    optional.pool.admin.updateSettings({ mfaFactors: ['EMAIL_OTP'] });
    await signedIn(optional, anna, goodPassword);
  });

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

import { describe, expect, test } from 'vitest';
import type { IdentityFailure, Registration } from '#machines/account/auth.types.ts';
import { failureAdvice, signInFailureText } from '#texts/account.ts';
import {
  requestResetFailureAdvice,
  requestResetFailureText,
  resendFailureAdvice,
  resendFailureText,
  resetPasswordFailureText,
  signUpFailureText,
  verifyEmailFailureText,
} from '#texts/account-steps.ts';
import { createDevice, openTab, password, poolOfFile, registrationOf, someone } from './world.ts';

const passwordRules =
  'Password must be at least 8 characters and include uppercase, lowercase, numbers, and symbols';
const strong = 'Difference-1822?';

const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000');

const wordsOf = (
  answer: { readonly outcome: string; readonly failure?: IdentityFailure },
  wording: (failure: IdentityFailure) => string,
): string => {
  if (answer.failure === undefined) throw new Error(`It was not refused: ${answer.outcome}`);
  return wording(answer.failure);
};

const pool = await poolOfFile();
const identity = openTab(pool.endpoint, createDevice()).identity;

describe('the account screens', () => {
  const registered = async (email = someone()): Promise<string> => {
    expect(await identity.signUp(registrationOf(email))).toMatchObject({ outcome: 'done' });
    return email;
  };
  const confirmed = async (email = someone()): Promise<string> => {
    await pool.admin.createConfirmedUser({ email, password });
    return email;
  };

  test.each<[name: string, change: Partial<Registration>, text: string]>([
    ['a short password', { password: 'Ab1!' }, passwordRules],
    ['a short phone number', { phone: '+1555' }, 'Please enter a valid phone number (e.g., +1234567890)'],
    ['an email without a host', { email: 'ada' }, 'Please enter a valid email address'],
    [
      'an email with spaces',
      { email: 'ada at example.com' },
      "1 validation error detected: Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+",
    ],
    [
      'a password with a leading space',
      { password: ' Analytical-1843!' },
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    ],
    ['no email', { email: '' }, 'Username cannot be empty'],
    ['no password', { password: '' }, 'Password cannot be empty'],
  ])('explain a refused sign-up with %s', async (_, change, text) => {
    const registration = { ...registrationOf(someone()), ...change };
    expect(wordsOf(await identity.signUp(registration), signUpFailureText)).toBe(text);
  });

  const limitExceeded = [
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
  ] as const;

  test('explain a refused sign-in if the device’s clock is more than five minutes off', async () => {
    const email = await confirmed();
    pool.refuse('RespondToAuthChallenge', 'NotAuthorizedException', 'Invalid timestamp.');
    const answer = await identity.signIn({ email, password });
    expect(wordsOf(answer, signInFailureText)).toMatch(/^Your device's clock is off/);
  });

  test('show the message of an operator’s function that refuses a step', async () => {
    const email = await confirmed();
    const code = '123456';
    const __type = 'UserLambdaValidationException';
    const message = `PreSignUp failed with error No\u202e sign-ups\u0007 from <b>there</b>${'!'.repeat(400)}`;
    pool.intercept(() => Response.json({ __type, message }, { status: 400 }));
    for (const [answer, wording] of [
      [await identity.signUp(registrationOf(email)), signUpFailureText],
      [await identity.signIn({ email, password }), signInFailureText],
      [await identity.confirmEmail({ email, code }), verifyEmailFailureText],
      [await identity.sendVerificationCode({ email }), resendFailureAdvice],
      [await identity.sendResetCode({ email }), requestResetFailureText],
      [await identity.resetPassword({ email, code, password }), resetPasswordFailureText],
    ] as const) {
      const words = wordsOf(answer, (failure) => wording(failure) ?? '');
      expect(words).toMatch(/^No sign-ups from <b>there<\/b>!+…$/);
      expect(words.length).toBeLessThanOrEqual(301);
    }
  });

  test('explain that an email already has an account', async () => {
    const email = await confirmed();
    const answer = await identity.signUp(registrationOf(email));
    expect(wordsOf(answer, signUpFailureText)).toBe('An account with this email already exists');
  });

  test('explain a refused sign-in', async () => {
    const email = await confirmed();
    const wordsFor = async (tried: string, secret: string) => {
      const answer = await identity.signIn({ email: tried, password: secret });
      return answer.outcome === 'refused' ? signInFailureText(answer.failure) : answer.outcome;
    };
    expect(await wordsFor(someone(), password)).toBe('User does not exist.');
    expect(await wordsFor(email, 'Wrong-password-1')).toBe('Incorrect username or password.');
    await pool.admin.setUserEnabled(email, false);
    expect(await wordsFor(email, password)).toBe('User is disabled.');
  });

  test('don’t reveal who has an account if the user pool hides that', async () => {
    const email = someone();
    pool.refuse('InitiateAuth', 'NotAuthorizedException', 'Incorrect username or password.');
    const answer = await identity.signIn({ email, password });
    expect(wordsOf(answer, signInFailureText)).toBe('Incorrect username or password.');
    pool.reply('ForgotPassword', { CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
    expect(await identity.sendResetCode({ email })).toMatchObject({ outcome: 'done', email });
    pool.refuse('ConfirmForgotPassword', 'CodeMismatchException', 'Invalid verification code');
    const reset = await identity.resetPassword({ email, code: '123456', password: strong });
    expect(wordsOf(reset, resetPasswordFailureText)).toBe('Invalid verification code');
  });

  test.each([
    [
      'a step without a screen',
      { ChallengeName: 'SOMETHING_NEW', ChallengeParameters: {}, Session: 'session' },
      'This account needs a sign-in step that is not supported here: SOMETHING_NEW',
    ],
    [
      'no tokens',
      { AuthenticationResult: {} },
      'The account service is unavailable right now. Please try again in a moment.',
    ],
  ])('explain a sign-in that leads to %s once, and the next one succeeds', async (_, reply, text) => {
    const email = await confirmed();
    pool.operations.length = 0;
    pool.reply('RespondToAuthChallenge', reply);
    const answer = await identity.signIn({ email, password });
    expect(wordsOf(answer, (failure) => failureAdvice(failure) ?? signInFailureText(failure))).toBe(text);
    expect(pool.operations.filter((asked) => asked === 'RespondToAuthChallenge')).toHaveLength(1);
    pool.intercept(() => null);
    expect(await identity.signIn({ email, password })).toMatchObject({ outcome: 'done' });
  });

  test('explain a refused verification', async () => {
    const email = await registered();
    const code = pool.codeFor(email);
    const wordsFor = async (tried: string) =>
      wordsOf(await identity.confirmEmail({ email, code: tried }), verifyEmailFailureText);
    const wrong = otherThan(code);
    expect(await wordsFor(wrong)).toBe('Invalid verification code provided, please try again.');
    pool.refuse('ConfirmSignUp', ...limitExceeded);
    expect(await wordsFor(wrong)).toBe('Attempt limit exceeded, please try after some time.');
  });

  test('recognize that an email is already verified', async () => {
    const email = await registered();
    const code = pool.codeFor(email);
    expect(await identity.confirmEmail({ email, code })).toMatchObject({ outcome: 'done' });
    for (const answer of [
      await identity.confirmEmail({ email, code }),
      await identity.sendVerificationCode({ email }),
    ])
      expect(answer).toMatchObject({ outcome: 'refused', failure: { name: 'already-confirmed' } });
  });

  test('explain a refused request for another verification code', async () => {
    const email = await registered();
    expect(await identity.sendVerificationCode({ email })).toMatchObject({ outcome: 'done' });
    pool.refuse('ResendConfirmationCode', ...limitExceeded);
    const answer = await identity.sendVerificationCode({ email });
    expect(wordsOf(answer, () => resendFailureText('code'))).toBe('Failed to resend code');
    expect(resendFailureText('link')).toBe('Failed to resend link');
    expect(wordsOf(answer, (failure) => resendFailureAdvice(failure) ?? '')).toBe(
      'Too many requests. Please try again later',
    );
  });

  test('explain a refused request for a reset code', async () => {
    const email = await confirmed();
    const wordsFor = async (tried: string) =>
      wordsOf(await identity.sendResetCode({ email: tried }), requestResetFailureText);
    expect(await identity.sendResetCode({ email })).toMatchObject({ outcome: 'done' });
    expect(await wordsFor(someone())).toBe('No account found with this email address');
    expect(await wordsFor(await registered())).toBe('Failed to send reset code');
    pool.refuse('ForgotPassword', ...limitExceeded);
    expect(await wordsFor(email)).toBe('Too many requests. Please try again later');
  });

  test('say to sign in with a temporary password instead of resetting it', async () => {
    const email = await confirmed();
    await pool.admin.requireNewPassword(email);
    const answer = await identity.sendResetCode({ email });
    expect(wordsOf(answer, requestResetFailureText)).toBe('Failed to send reset code');
    expect(wordsOf(answer, (failure) => requestResetFailureAdvice(failure) ?? '')).toMatch(/sign in with it/);
  });

  test('explain a refused reset', async () => {
    const email = await confirmed();
    expect(await identity.sendResetCode({ email })).toMatchObject({ outcome: 'done' });
    const code = pool.codeFor(email);
    const wrong = otherThan(code);
    const wordsFor = async (tried: string, secret: string) =>
      wordsOf(
        await identity.resetPassword({ email, code: tried, password: secret }),
        resetPasswordFailureText,
      );
    expect(await wordsFor(code, 'difference-1822')).toBe(passwordRules);
    expect(await wordsFor(wrong, strong)).toBe('Invalid verification code');
    pool.refuse('ConfirmForgotPassword', ...limitExceeded);
    expect(await wordsFor(wrong, strong)).toBe('Failed to reset password');
  });

  test('explain that a reset was refused because its code was used', async () => {
    const email = await confirmed();
    expect(await identity.sendResetCode({ email: `${email} ` })).toMatchObject({ outcome: 'done', email });
    const code = pool.codeFor(email);
    expect(await identity.resetPassword({ email, code, password: strong })).toMatchObject({
      outcome: 'done',
    });
    expect(
      wordsOf(
        await identity.resetPassword({ email, code, password: 'Jacquard-1804!' }),
        resetPasswordFailureText,
      ),
    ).toBe('Verification code has expired. Please request a new one');
  });
});

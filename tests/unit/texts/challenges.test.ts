import { expect, test } from 'vitest';
import type { IdentityFailureName, SignInChallenge } from '#machines/account/auth.types.ts';
import { challengeEndText, challengeFailureText, challengeTexts } from '#texts/challenges.ts';

const invalid = 'Invalid verification code';
const passwordRules =
  'Password must be at least 8 characters and include uppercase, lowercase, numbers, and symbols';

test.each<[SignInChallenge['name'], IdentityFailureName, message: string, text: string]>([
  ['authenticator-code', 'code-mismatch', 'Invalid code received for user', invalid],
  ['text-message-code', 'code-mismatch', 'Invalid code or auth state for the user.', invalid],
  ['authenticator-setup', 'code-mismatch', 'Code mismatch and fail enable Software Token MFA', invalid],
  ['authenticator-setup', 'parameter-invalid', "1 validation error detected: Value at 'userCode' …", invalid],
  [
    'authenticator-code',
    'code-expired',
    'Your software token has already been used once.',
    'That code has already been used. Please wait for the next one in your app',
  ],
  [
    'authenticator-code',
    'code-expired',
    '',
    'That code has expired. Please enter the current one shown in your app',
  ],
  [
    'email-code',
    'code-expired',
    'Invalid code provided, please request a code again.',
    'Verification code has expired. Please sign in again to get a new one',
  ],
  ['email-code', 'field-empty', 'Challenge response cannot be empty', 'Challenge response cannot be empty'],
  ['new-password', 'password-invalid', 'Password did not conform with policy', passwordRules],
  ['new-password', 'parameter-invalid', 'given_name is missing', 'given_name is missing'],
  ['text-message-code', 'limit-exceeded', 'Attempt limit exceeded', 'Attempt limit exceeded'],
  ['text-message-code', 'unknown', '', 'Failed to sign in'],
])('a %s that fails with %s (%s) is explained as %j', (challenge, name, message, text) => {
  expect(challengeFailureText(challenge)({ name, message })).toBe(text);
});

test('an expired sign-in is explained, and other failures show the user pool’s message', () => {
  const over = 'Your sign-in took too long, or too many codes were wrong. Please sign in again.';
  const name = 'not-authorized';
  expect(challengeEndText({ name, message: 'Invalid session for the user, session is expired.' })).toBe(over);
  expect(challengeEndText({ name, message: '' })).toBe(over);
  expect(challengeEndText({ name, message: 'User is disabled.' })).toBe('User is disabled.');
});

test('the destination of a code is shown if known', () => {
  const { 'text-message-code': toPhone, 'email-code': toEmail } = challengeTexts.sent;
  expect(toPhone('+*******4567')).toBe('We sent a 6-digit code to +*******4567.');
  expect(toPhone('')).toBe('We sent a 6-digit code to your phone.');
  expect(toEmail('')).toBe('We sent a code to your email.');
});

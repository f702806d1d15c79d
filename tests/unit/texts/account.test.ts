import { describe, expect, test } from 'vitest';
import type { IdentityFailure, IdentityFailureName } from '#machines/account/auth.types.ts';
import { failureAdvice, signInFailureText } from '#texts/account.ts';
import {
  requestResetFailureText,
  resendFailureAdvice,
  resendFailureText,
  resetPasswordFailureText,
  signUpFailureText,
  verifyEmailFailureText,
} from '#texts/account-steps.ts';
import { devicesFailureText, forgetFailureText } from '#texts/devices.ts';

const unavailable = 'The account service is unavailable right now. Please try again in a moment.';
const passwordRules =
  'Password must be at least 8 characters and include uppercase, lowercase, numbers, and symbols';

type Row = readonly [name: IdentityFailureName, message: string, text: string];

const catalog: Record<string, readonly [wording: (failure: IdentityFailure) => string, rows: Row[]]> = {
  'sign-up': [
    signUpFailureText,
    [
      ['password-invalid', 'Password did not conform with policy', passwordRules],
      ['username-exists', 'User already exists', 'An account with this email already exists'],
      [
        'parameter-invalid',
        'Invalid phone number format.',
        'Please enter a valid phone number (e.g., +1234567890)',
      ],
      ['parameter-invalid', 'Invalid email address format.', 'Please enter a valid email address'],
      ['parameter-invalid', 'Username should be an email.', 'Please enter a valid email address'],
      [
        'parameter-invalid',
        "1 validation error detected: Value at 'username' failed to satisfy constraint: …",
        "1 validation error detected: Value at 'username' failed to satisfy constraint: …",
      ],
      ['parameter-invalid', 'Attributes did not conform.', 'Attributes did not conform.'],
      ['parameter-invalid', '', 'Failed to create account'],
      ['field-empty', 'Username cannot be empty', 'Username cannot be empty'],
      ['limit-exceeded', 'Attempt limit exceeded', 'Failed to create account'],
      ['unavailable', '', 'Failed to create account'],
      ['unavailable', 'Something went wrong', 'Failed to create account'],
      ['unknown', 'Internal words', 'Failed to create account'],
    ],
  ],
  'sign-in': [
    signInFailureText,
    [
      ['not-authorized', 'Incorrect username or password.', 'Incorrect username or password.'],
      ['unknown', '', 'Failed to sign in'],
      ['unavailable', '', 'Failed to sign in'],
      ['unavailable', 'Something went wrong', 'Something went wrong'],
    ],
  ],
  'verify-email': [
    verifyEmailFailureText,
    [
      ['code-mismatch', 'Invalid verification code provided.', 'Invalid verification code provided.'],
      ['code-mismatch', '', 'Invalid verification code'],
      ['unknown', '', 'Invalid verification code'],
      ['unavailable', '', 'Invalid verification code'],
      ['unavailable', 'Something went wrong', 'Something went wrong'],
    ],
  ],
  'list-devices': [
    devicesFailureText,
    [
      [
        'parameter-invalid',
        'Device tracking has not been configured in this User Pool',
        'Device tracking has not been configured in this User Pool',
      ],
      ['unavailable', '', 'Your devices could not be loaded.'],
    ],
  ],
  'forget-device': [forgetFailureText, [['unavailable', '', 'The device could not be removed.']]],
  'request-reset': [
    requestResetFailureText,
    [
      ['user-not-found', 'User does not exist.', 'No account found with this email address'],
      ['limit-exceeded', 'Attempt limit exceeded', 'Too many requests. Please try again later'],
      ['not-authorized', 'User is disabled.', 'Failed to send reset code'],
      ['unavailable', '', 'Failed to send reset code'],
    ],
  ],
  'confirm-reset': [
    resetPasswordFailureText,
    [
      ['code-mismatch', 'Invalid code', 'Invalid verification code'],
      ['code-expired', 'Expired', 'Verification code has expired. Please request a new one'],
      ['password-invalid', 'Password not long enough', passwordRules],
      ['limit-exceeded', 'Attempt limit exceeded', 'Failed to reset password'],
      ['unavailable', '', 'Failed to reset password'],
    ],
  ],
};

describe.each(Object.entries(catalog))('%s', (_, [wording, rows]) => {
  test.each(rows)('%s %j reads %j', (name, message, text) => {
    expect(wording({ name, message })).toBe(text);
  });
});

test('an unsent second code or link has one text', () => {
  expect([resendFailureText('code'), resendFailureText('link')]).toEqual([
    'Failed to resend code',
    'Failed to resend link',
  ]);
});

test.each<readonly [IdentityFailureName, ofAny: string | null, ofResend: string | null]>([
  ['unavailable', unavailable, unavailable],
  ['limit-exceeded', null, 'Too many requests. Please try again later'],
  ['not-authorized', null, null],
])('below the text of %s is %j, and for an unsent second code %j', (name, ofAny, ofResend) => {
  const failure = { name, message: 'Attempt limit exceeded' };
  expect(failureAdvice(failure)).toBe(ofAny);
  expect(resendFailureAdvice(failure)).toBe(ofResend);
});

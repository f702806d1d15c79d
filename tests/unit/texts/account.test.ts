import { describe, expect, test } from 'vitest';
import type { IdentityFailure, IdentityFailureName } from '#machines/account/auth.types.ts';
import { failureAdvice, signInFailureText } from '#texts/account.ts';
import {
  requestResetFailureText,
  resendFailureAdvice,
  resetPasswordFailureText,
  signUpFailureText,
  verifyEmailFailureText,
} from '#texts/account-steps.ts';
import { devicesFailureText, forgetFailureText } from '#texts/devices.ts';
import { addFailureText, removeFailureText } from '#texts/passkey-settings.ts';
import { securityFailureText, turnOffFailureText, turnOnFailureText } from '#texts/security.ts';

const unavailable = 'The account service is unavailable right now. Please try again in a moment.';
const clockWrong = "Your device's clock is off by more than five minutes. Correct it, then sign in again.";
const unreachable = "We couldn't reach the account service. Check your connection, then try again.";

type Row = readonly [name: IdentityFailureName, message: string, text: string];

const catalog: Record<string, readonly [wording: (failure: IdentityFailure) => string, rows: Row[]]> = {
  'sign-up': [
    signUpFailureText,
    [
      ['parameter-invalid', '', 'Failed to create account'],
      ['limit-exceeded', 'Attempt limit exceeded', 'Failed to create account'],
      ['unavailable', '', 'Failed to create account'],
      ['unavailable', 'Something went wrong', 'Failed to create account'],
      ['unknown', 'Internal words', 'Failed to create account'],
    ],
  ],
  'sign-in': [
    signInFailureText,
    [
      ['unknown', '', 'Failed to sign in'],
      ['unavailable', '', 'Failed to sign in'],
      ['unavailable', 'Something went wrong', 'Something went wrong'],
    ],
  ],
  'verify-email': [
    verifyEmailFailureText,
    [
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
      ['unavailable', '', "We couldn't load your devices."],
    ],
  ],
  'forget-device': [forgetFailureText, [['unavailable', '', "We couldn't remove the device."]]],
  'read-authenticator': [
    securityFailureText,
    [
      ['not-authorized', 'User is disabled.', 'User is disabled.'],
      ['unavailable', '', "We couldn't load your security settings."],
    ],
  ],
  'turn-on-authenticator': [
    turnOnFailureText,
    [
      ['limit-exceeded', 'Attempt limit exceeded', 'Attempt limit exceeded'],
      ['unavailable', '', "We couldn't turn on the authenticator app. Please try again."],
    ],
  ],
  'turn-off-authenticator': [
    turnOffFailureText,
    [
      ['not-authorized', 'Password attempts exceeded', 'Password attempts exceeded'],
      ['field-empty', 'Password cannot be empty', 'Password cannot be empty'],
      ['clock-wrong', 'Invalid timestamp.', clockWrong],
    ],
  ],
  'add-passkey': [addFailureText, [['unavailable', '', unreachable]]],
  'remove-passkey': [removeFailureText, [['clock-wrong', 'Invalid timestamp.', clockWrong]]],
  'request-reset': [
    requestResetFailureText,
    [
      ['not-authorized', 'User is disabled.', 'Failed to send reset code'],
      ['unavailable', '', 'Failed to send reset code'],
    ],
  ],
  'confirm-reset': [resetPasswordFailureText, [['unavailable', '', 'Failed to reset password']]],
};

describe.each(Object.entries(catalog))('the failure text of %s', (_, [wording, rows]) => {
  test.each(rows)('explains %s with the message %j as %j', (name, message, text) => {
    expect(wording({ name, message })).toBe(text);
  });
});

test.each<readonly [IdentityFailureName, ofAny: string | null, ofResend: string | null]>([
  ['unavailable', unavailable, unavailable],
  ['limit-exceeded', null, 'Too many requests. Please try again later'],
  ['not-authorized', null, null],
])('the advice for %s is %j, and for a refused resend %j', (name, ofAny, ofResend) => {
  const failure = { name, message: 'Attempt limit exceeded' };
  expect(failureAdvice(failure)).toBe(ofAny);
  expect(resendFailureAdvice(failure)).toBe(ofResend);
});

import { expect, test } from 'vitest';
import type { IdentityFailure, IdentityFailureName } from '#machines/account/auth.types.ts';
import { securityFailureText, turnOffFailureText, turnOnFailureText } from '#texts/security.ts';

type Row = readonly [
  wording: (failure: IdentityFailure) => string,
  name: IdentityFailureName,
  message: string,
  text: string,
];

const rows: readonly Row[] = [
  [securityFailureText, 'not-authorized', 'User is disabled.', 'User is disabled.'],
  [securityFailureText, 'unavailable', '', 'Your security settings could not be loaded.'],
  [
    turnOnFailureText,
    'field-empty',
    'Confirmation code cannot be empty',
    'Confirmation code cannot be empty',
  ],
  [
    turnOnFailureText,
    'code-mismatch',
    'Code mismatch',
    "That code is incorrect. Enter the current code, and make sure your device's clock is correct.",
  ],
  [turnOnFailureText, 'limit-exceeded', 'Attempt limit exceeded', 'Attempt limit exceeded'],
  [turnOnFailureText, 'unavailable', '', 'The authenticator app could not be turned on. Please try again.'],
  [turnOffFailureText, 'not-authorized', 'Access Token has been revoked', 'Access Token has been revoked'],
  [turnOffFailureText, 'not-authorized', 'Incorrect username or password.', 'That password is incorrect.'],
  [turnOffFailureText, 'not-authorized', 'Password attempts exceeded', 'Password attempts exceeded'],
  [turnOffFailureText, 'field-empty', 'Password cannot be empty', 'Password cannot be empty'],
  [
    turnOffFailureText,
    'clock-wrong',
    'Invalid timestamp.',
    "Check your device's clock, then sign in again. It is more than five minutes off.",
  ],
  [
    turnOffFailureText,
    'unavailable',
    '',
    'The authenticator app could not be turned off. Sign-in still asks for codes.',
  ],
];

test.each(rows)('%o: %s %j reads %j', (wording, name, message, text) => {
  expect(wording({ name, message })).toBe(text);
});

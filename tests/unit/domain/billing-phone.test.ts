import { expect, test } from 'vitest';
import { formatBillingPhone } from '#domain/phone.ts';

test.each([
  ['', ''],
  ['555', '555'],
  ['555123456', '555123456'],
  ['5551234567', '(555) 123-4567'],
  ['555-123-4567', '(555) 123-4567'],
  ['+15551234567', '(555) 123-4567'],
  ['1 555 123 4567', '(555) 123-4567'],
  ['+1 555 123 456', '(555) 123-456'],
  ['25551234567', '25551234567'],
  ['(555) 123-45678', '(555) 123-45678'],
])('%j is formatted as %j', (text, formatted) => {
  expect(formatBillingPhone(text)).toBe(formatted);
});

import { expect, test } from 'vitest';
import { formatBillingPhone } from '#domain/phone.ts';

test.each([
  ['(555) 123-4567', ['5551234567', '555-123-4567', '+15551234567', '1 555 123 4567', '001 555 123 4567']],
  ['(555) 123-4567', ['５５５１２３４５６７']],
  ['(555) 123-456', ['+1 555 123 456']],
])('formatBillingPhone returns %j for %j', (formatted, texts) => {
  for (const text of texts) expect(formatBillingPhone(text), text).toBe(formatted);
});

test.each([...['', '555', '555123456', '25551234567', '+44 20 7946 09', '0044 20 7946', '(555) 123-45678']])(
  'formatBillingPhone leaves %j unchanged',
  (text) => {
    expect(formatBillingPhone(text)).toBe(text);
  },
);

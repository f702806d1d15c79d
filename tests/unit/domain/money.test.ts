import { expect, test } from 'vitest';
import { formatCents } from '#domain/format.ts';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [999, '$9.99'],
  [1999, '$19.99'],
  [10_000, '$100.00'],
  [123_456_789, '$1,234,567.89'],
])('%i cents are %s', (cents, shown) => {
  expect(formatCents(cents)).toBe(shown);
});

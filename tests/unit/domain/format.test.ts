import { expect, test } from 'vitest';
import { formatCents, formatCount } from '#domain/format.ts';
import { truncate } from '#domain/text.ts';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [999, '$9.99'],
  [1999, '$19.99'],
  [10_000, '$100.00'],
  [123_456_789, '$1,234,567.89'],
])('formatCents shows %i cents as %s', (cents, shown) => {
  expect(formatCents(cents)).toBe(shown);
});

test.each([
  [0, '0'],
  [12_500, '12,500'],
  [-40, '-40'],
  [10.5, '10.5'],
  [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
])('formatCount shows %s as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});

test.each([2 ** 53, -(2 ** 60), Number.NaN, Number.POSITIVE_INFINITY, null])('%s shows as N/A', (count) => {
  expect(formatCount(count)).toBe('N/A');
});

test.each([
  ['', ''],
  ['12345678', '12345678'],
  ['123456789', '12345678…'],
  ['🪙🪙🪙🪙🪙🪙🪙🪙', '🪙🪙🪙🪙🪙🪙🪙🪙'],
  ['🪙🪙🪙🪙🪙🪙🪙🪙🪙', '🪙🪙🪙🪙🪙🪙🪙🪙…'],
  ['a'.repeat(10_000), 'aaaaaaaa…'],
])('truncate limits %j to 8 characters', (text, shown) => {
  expect(truncate(text, 8)).toBe(shown);
});

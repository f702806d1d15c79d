import { expect, test } from 'vitest';
import { formatCount } from '#domain/format.ts';

test.each([
  [0, '0'],
  [12_500, '12,500'],
  [-40, '-40'],
  [10.5, '10.5'],
  [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
  [2 ** 53, 'N/A'],
  [-(2 ** 60), 'N/A'],
  [Number.NaN, 'N/A'],
  [Number.POSITIVE_INFINITY, 'N/A'],
  [null, 'N/A'],
])('%s is shown as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});

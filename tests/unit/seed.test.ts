import fc from 'fast-check';
import { expect, test } from 'vitest';

test('property tests get the same random values each time', () => {
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), 5));
});

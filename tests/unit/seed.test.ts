import fc from 'fast-check';
import { expect, test } from 'vitest';

test('random values are the same each time, and in each run', () => {
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), 5));
});

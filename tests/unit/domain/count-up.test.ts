import { expect, test } from 'vitest';
import { countUpValues } from '#domain/count-up.ts';

test.each([
  { from: 0, to: 1000 },
  { from: 1000, to: 1100 },
  { from: 1100, to: 37 },
  { from: 0, to: 7 },
  { from: -50, to: 50 },
  { from: 0, to: Number.MAX_SAFE_INTEGER },
])('countUpValues goes from $from to exactly $to in 30 whole values, and never back', ({ from, to }) => {
  const values = countUpValues(from, to);
  expect(values).toHaveLength(30);
  expect(values.at(-1)).toBe(to);
  expect(values.every(Number.isSafeInteger)).toBe(true);
  const direction = Math.sign(to - from);
  [from, ...values].reduce((before, value) => {
    expect((value - before) * direction).toBeGreaterThanOrEqual(0);
    return value;
  });
});

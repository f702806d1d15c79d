import { expect, it } from 'vitest';
import { createRateLimit } from '#server/store/http/rate-limit.ts';

it('a rate limit allows a number of calls per key and refills over time', () => {
  let now = 0;
  const limit = createRateLimit(10, 1_000, () => now);
  const takeMany = (key: string) => Array.from({ length: 20 }, () => limit.take(key)).filter(Boolean).length;
  expect(takeMany('one')).toBe(10);
  expect(takeMany('other')).toBe(10);
  now = 99;
  expect(limit.take('one')).toBe(false);
  now = 100;
  expect(takeMany('one')).toBe(1);
  now = 600;
  expect(takeMany('one')).toBe(5);
  now = 60_000;
  expect(takeMany('one')).toBe(10);
});

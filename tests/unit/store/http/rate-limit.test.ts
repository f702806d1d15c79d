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

it('a rate limit lets a key take several calls, and more than a period allows if it has used none', () => {
  let now = 0;
  const limit = createRateLimit(10, 1_000, () => now);
  expect([limit.take('one', 8), limit.take('one', 3)]).toEqual([true, false]);
  expect(limit.waitFor('one', 3)).toBe(100);
  now = 100;
  expect(limit.take('one', 3)).toBe(true);
  expect(limit.take('one', 20)).toBe(false);
  expect(limit.waitFor('one', 20)).toBe(1_000);
  now = 1_100;
  expect(limit.take('one', 20)).toBe(true);
  expect([limit.take('one'), limit.waitFor('one')]).toEqual([false, 1_100]);
  now = 2_200;
  expect(limit.take('one')).toBe(true);
});

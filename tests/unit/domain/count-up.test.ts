import { expect, test, vi } from 'vitest';
import { countUp, countUpValues } from '#domain/count-up.ts';

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

test.each([0, 15, 40, 400])('timers that are %d ms late don’t add up', (late) => {
  let now = 0;
  let next: { readonly at: number; readonly run: () => void } | null = null;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('setTimeout', (run: () => void, delay: number) => {
    next = { at: now + delay + late, run };
  });
  const shown: number[] = [];
  countUp(countUpValues(0, 300), (value) => shown.push(value));
  for (let due = next as { at: number; run: () => void } | null; due !== null; due = next) {
    next = null;
    now = due.at;
    due.run();
  }
  expect(shown.at(-1)).toBe(300);
  expect(shown.length).toBeLessThanOrEqual(30);
  expect(now).toBeLessThanOrEqual(1_001 + late);
});

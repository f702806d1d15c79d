import { expect, test } from 'vitest';
import { blockedBetween, momentIn } from '#drills/bench/pages/notes.ts';

const longTasks = [
  { start: 100, duration: 80 },
  { start: 300, duration: 250 },
];

test('what tasks take beyond 50 ms blocks', () => {
  expect(blockedBetween({ longTasks }, 0, 1_000)).toBe(30 + 200);
});

test('only what lies between the moments counts', () => {
  expect(blockedBetween({ longTasks }, 200, 1_000)).toBe(200);
  expect(blockedBetween({ longTasks }, 0, 400)).toBe(30 + 50);
  expect(blockedBetween({ longTasks }, 450, 1_000)).toBe(50);
  expect(blockedBetween({ longTasks }, 600, 1_000)).toBe(0);
});

test('a moment that was not noted is no time', () => {
  const none = {
    firstPaint: 0,
    largestPaint: null,
    clicked: null,
    firstRow: null,
    signedIn: null,
    live: null,
  };
  expect(momentIn(none, 'firstPaint')).toBe(0);
  expect(() => momentIn(none, 'firstRow')).toThrow('The page has not noted firstRow');
});

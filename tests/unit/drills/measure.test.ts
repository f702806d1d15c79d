import { expect, test } from 'vitest';
import { figureOf, isWithinLimit, median, quantile, ratioOf, sampleOf } from '#drills/bench/measure.ts';

test('a median is one of the measurements, in whatever order they came', () => {
  expect(median([5, 1, 4, 2, 3])).toBe(3);
  expect(quantile([5, 1, 4, 2, 3], 0)).toBe(1);
  expect(quantile([5, 1, 4, 2, 3], 1)).toBe(5);
  expect(median([])).toBeNaN();
});

test('a sample has a median, a minimum and a maximum', () => {
  expect(sampleOf([30, 10, 20])).toEqual({ value: 20, least: 10, most: 30 });
});

test('a ratio compares medians; its spread is that of the rounds, each with its own neighbor', () => {
  expect(ratioOf([200, 900, 300], [100, 300, 300])).toEqual({ value: 1, least: 1, most: 3 });
});

test('a ratio to nothing measured meets no limit', () => {
  const figure = figureOf('a page', '×', ratioOf([1], []), { limit: 1 });
  expect(figure.value).toBeNaN();
  expect(isWithinLimit(figure)).toBe(false);
});

test('a limit may be reached but not exceeded; without one, anything passes', () => {
  const figure = { name: 'a page', value: 1.15, unit: '×', limit: 1.15 } as const;
  expect(isWithinLimit(figure)).toBe(true);
  expect(isWithinLimit({ ...figure, value: 1.151 })).toBe(false);
  expect(isWithinLimit({ name: 'a page', value: 99, unit: '×' })).toBe(true);
});

import { expect, test } from 'vitest';
import { parts, readOptions } from '#drills/bench/options.ts';

test('without arguments everything is measured five times', () => {
  expect(readOptions([])).toEqual({ check: false, rounds: 5, parts });
});

test('a check, another number of rounds and single parts', () => {
  expect(readOptions(['--check', '--rounds', '3', 'store', 'bytes'])).toEqual({
    check: true,
    rounds: 3,
    parts: ['store', 'bytes'],
  });
});

test.each([['--rounds', '0'], ['--rounds', 'x'], ['walls'], ['--all']])('%s %s is refused', (...args) => {
  expect(() => readOptions(args)).toThrow();
});

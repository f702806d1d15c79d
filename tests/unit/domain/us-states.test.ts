import { expect, test } from 'vitest';
import { isUsStateCode, usStates } from '#domain/us-states.ts';

test('there are 50 states and DC, each once, by name', () => {
  expect(usStates).toHaveLength(51);
  expect(new Set(usStates.map(({ code }) => code)).size).toBe(51);
  expect(usStates.map(({ name }) => name)).toEqual(usStates.map(({ name }) => name).toSorted());
  expect(usStates).toContainEqual({ code: 'DC', name: 'District of Columbia' });
  for (const { code } of usStates) expect(code).toMatch(/^[A-Z]{2}$/);
});

test.each([
  ['CA', true],
  ['ny', true],
  ['Tx', true],
  ['DC', true],
  ['PR', false],
  ['XX', false],
  ['C', false],
  ['CAL', false],
  ['', false],
  ['__proto__', false],
])('%j is a state: %s', (text, expected) => {
  expect(isUsStateCode(text)).toBe(expected);
});

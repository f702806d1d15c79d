import { expect, test } from 'vitest';
import { isUsStateCode, listUsStates, usStates } from '#domain/us-states.ts';

test('usStates lists the 50 states and DC once each, sorted by name', () => {
  expect(usStates).toHaveLength(51);
  expect(new Set(usStates.map(({ code }) => code)).size).toBe(51);
  expect(usStates.map(({ name }) => name)).toEqual(usStates.map(({ name }) => name).toSorted());
  expect(usStates).toContainEqual({ code: 'DC', name: 'District of Columbia' });
  for (const { code } of usStates) expect(code).toMatch(/^[A-Z]{2}$/);
});

test.each([
  [true, ['CA', 'ny', 'Tx', 'DC']],
  [false, ['PR', 'XX', 'C', 'CAL', '', '__proto__']],
])('isUsStateCode returns %s for %j', (expected, texts) => {
  for (const text of texts) expect(isUsStateCode(text), text).toBe(expected);
});

test('territories and military addresses are allowed if the store accepts them', () => {
  const added = listUsStates(true).filter((state) => !usStates.includes(state));
  expect(added.map(({ code }) => code).sort()).toEqual(['AA', 'AE', 'AP', 'AS', 'GU', 'MP', 'PR', 'VI']);
  expect(listUsStates(true).slice(0, 51)).toEqual(usStates);
  expect(listUsStates(false)).toEqual(usStates);
  for (const { code } of added) {
    expect(isUsStateCode(code.toLowerCase(), true)).toBe(true);
    expect(isUsStateCode(code, false)).toBe(false);
  }
  expect(isUsStateCode('XX', true)).toBe(false);
});

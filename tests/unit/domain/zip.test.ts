import { expect, test } from 'vitest';
import { formatTypedZip, formatZip, isZip } from '#domain/zip.ts';

test.each([
  ['12345', true],
  ['12345-6789', true],
  ['01234', true],
  ['1234', false],
  ['123456', false],
  ['123456789', false],
  ['12345-', false],
  ['12345-678', false],
  ['12345 6789', false],
  ['1234a', false],
  ['12345\n', false],
  ['', false],
])('%j is a ZIP code: %s', (text, expected) => {
  expect(isZip(text)).toBe(expected);
});

test.each([
  ['', ''],
  ['123', '123'],
  ['12345', '12345'],
  ['123456', '12345'],
  ['12345-678', '12345'],
  ['123456789', '12345-6789'],
  ['12345 6789', '12345-6789'],
  ['1234567890', '12345'],
  ['ab1c2', '12'],
])('%j is formatted as %j', (text, formatted) => {
  expect(formatZip(text)).toBe(formatted);
});

test('nine digits can be typed one by one, and taken back', () => {
  let shown = '';
  for (const digit of '123456789') shown = formatTypedZip(shown + digit, shown);
  expect(shown).toBe('12345-6789');

  const seen: string[] = [];
  while (shown !== '') {
    shown = formatTypedZip(shown.slice(0, -1), shown);
    seen.push(shown);
  }
  expect(seen).toEqual(['12345-678', '12345-67', '12345-6', '12345', '1234', '123', '12', '1', '']);
});

test.each([
  ['123456', '', '12345'],
  ['123456789', '', '12345-6789'],
  ['12345-', '12345', '12345'],
])('%j put in for %j shows %j', (text, before, shown) => {
  expect(formatTypedZip(text, before)).toBe(shown);
});

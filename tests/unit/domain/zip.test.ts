import { expect, test } from 'vitest';
import { formatZip, isZip, typeZip } from '#domain/zip.ts';

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
  ['６０６０１', '60601'],
  ['６０６０１－１２３４', '60601-1234'],
])('%j is formatted as %j', (text, formatted) => {
  expect(formatZip(text)).toBe(formatted);
});

/** Pastes these texts one after the other. */
const shownAfter = (texts: readonly string[], start = ''): readonly string[] => {
  let digits = start;
  return texts.map((text) => {
    digits = typeZip(text, digits);
    return formatZip(digits);
  });
};

const typed = (characters: string, start = ''): readonly string[] => {
  let digits = start;
  return [...characters].map((character) => {
    digits = typeZip(formatZip(digits) + character, digits);
    return formatZip(digits);
  });
};

test('the ninth digit completes the code, and the digits before it are hidden until then', () => {
  const shown = ['1', '12', '123', '1234', '12345', '12345', '12345', '12345', '12345-6789'];
  expect(typed('123456789')).toEqual(shown);
});

test('a typed hyphen or space changes nothing', () => {
  expect(typed('12345-6789').at(-1)).toBe('12345-6789');
  expect(typed('12345 67-89').at(-1)).toBe('12345-6789');
});

test('deleting removes visible characters', () => {
  expect(shownAfter(['12345-678', '1234', '123'], '123456789')).toEqual(['12345', '1234', '123']);
  expect(shownAfter(['1234', '12345', '123456'], '12345678')).toEqual(['1234', '12345', '12345']);
});

test('hidden digits are gone after a deletion', () => {
  expect(typed('6789', typeZip('1234', '12345678'))).toEqual(['12346', '12346', '12346', '12346']);
});

test.each([
  ['six digits', '', '123456', '12345'],
  ['nine digits', '', '123456789', '12345-6789'],
  ['a whole code', '606', '12345-6789', '12345-6789'],
  ['four digits behind five', '12345', '123456789', '12345-6789'],
  ['a digit between others', '12345', '129345', '12934'],
  ['a digit too many', '123456789', '12345-67890', '12345'],
  ['a digit less in front', '123456789', '2345-6789', '23456'],
])('puts %s into a field', (_, digits, text, shown) => {
  expect(shownAfter([text], digits)).toEqual([shown]);
});

import { expect, test } from 'vitest';
import { formatZip, isZip, typeZip } from '#domain/zip.ts';

test.each([
  [true, ['12345', '12345-6789', '01234']],
  [false, ['1234', '123456', '123456789', '12345-', '12345-678', '12345 6789', '1234a', '12345\n', '']],
])('isZip returns %s for %j', (expected, texts) => {
  for (const text of texts) expect(isZip(text), text).toBe(expected);
});

test.each([
  ['', ['']],
  ['12', ['ab1c2']],
  ['123', ['123']],
  ['12345', ['12345', '123456', '12345-678', '1234567890']],
  ['12345-6789', ['123456789', '12345 6789']],
  ['60601', ['６０６０１', '٦٠٦٠١', '۶۰۶۰۱', '\u200b606\u00a001']],
  ['60601-1234', ['６０６０１－１２３４']],
])('formatZip returns %j for %j', (formatted, texts) => {
  for (const text of texts) expect(formatZip(text), text).toBe(formatted);
});

/** Returns what the field shows after each of these texts is pasted in turn. */
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

test('a ZIP field hides digits six to eight until the ninth completes the code', () => {
  const shown = ['1', '12', '123', '1234', '12345', '12345', '12345', '12345', '12345-6789'];
  expect(typed('123456789')).toEqual(shown);
});

test('a hyphen or space typed into a ZIP field changes nothing', () => {
  expect(typed('12345-6789').at(-1)).toBe('12345-6789');
  expect(typed('12345 67-89').at(-1)).toBe('12345-6789');
});

test('deleting in a ZIP field removes visible characters', () => {
  expect(shownAfter(['12345-678', '1234', '123'], '123456789')).toEqual(['12345', '1234', '123']);
  expect(shownAfter(['1234', '12345', '123456'], '12345678')).toEqual(['1234', '12345', '12345']);
});

test('a deletion in a ZIP field drops hidden digits', () => {
  expect(typed('6789', typeZip('1234', '12345678'))).toEqual(['12346', '12346', '12346', '12346']);
});

test.each([
  ['six digits', '', '123456', '12345'],
  ['nine digits', '', '123456789', '12345-6789'],
  ['a whole code', '606', '12345-6789', '12345-6789'],
  ['four digits after five', '12345', '123456789', '12345-6789'],
  ['a digit between others', '12345', '129345', '12934'],
  ['an extra digit', '123456789', '12345-67890', '12345'],
  ['a deletion in front', '123456789', '2345-6789', '23456'],
])('a ZIP field formats %s: after the digits %j, "%s" is shown as "%s"', (_, digits, text, shown) => {
  expect(shownAfter([text], digits)).toEqual([shown]);
});

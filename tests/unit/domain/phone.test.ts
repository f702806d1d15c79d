import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf } from '#domain/digits.ts';
import { checkPhone, formatPhone, internationalPhone, reformatPhone } from '#domain/phone.ts';

/** A bar in the text marks the caret. */
const edit = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const mark = ({ text, caret }: { text: string; caret: number }) =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;

const typedText = fc.string({ unit: fc.constantFrom(...'0123456789+()- x') });

describe('formatPhone', () => {
  test.each([
    ['', ''],
    ['5', '5'],
    ['555', '555'],
    ['5551', '(555) 1'],
    ['555123', '(555) 123'],
    ['5551234', '(555) 123-4'],
    ['5551234567', '(555) 123-4567'],
    ['55512345678', '(555) 123-4567'],
    ['555.123.4567 ext', '(555) 123-4567'],
    ['+1 555 123 4567', '(555) 123-4567'],
    ['+1555', '555'],
    ['1-555-123-4567', '(555) 123-4567'],
    ['1555123456', '(155) 512-3456'],
    ['no digits', ''],
    ['１ （５５５） １２３－４５６７', '(555) 123-4567'],
    ['＋１ ５５５ １２３ ４５６７', '(555) 123-4567'],
    ['001 555 123 4567', '(555) 123-4567'],
    ['011 1 555 123 4567', '(555) 123-4567'],
    ['+', '+'],
    ['+1', '+1'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['(+44) 20 7946 0958', '(+44) 20 7946 0958'],
    ['0044 20 7946 0958', '0044 20 7946 0958'],
    ['011 44 20 7946 0958', '011 44 20 7946 0958'],
    ['020 7946 0958', '020 7946 0958'],
  ])('%j becomes %j', (text, formatted) => {
    expect(formatPhone(text)).toBe(formatted);
  });

  test('is idempotent: formatted text stays the same', () => {
    fc.assert(
      fc.property(typedText, (text) => {
        const once = formatPhone(text);
        expect(formatPhone(once)).toBe(once);
        if (!/^\D*(0|\+)/.test(once)) expect(digitsOf(once).length).toBeLessThanOrEqual(10);
      }),
    );
  });
});

describe('reformatPhone', () => {
  test.each([
    ['typing at the end', '5551|', '(555) 1|'],
    ['typing in the middle', '(5559|) 123-4567', '(555) 9|12-3456'],
    ['deleting a digit back', '(55|) 123-4567', '(55|1) 234-567'],
    ['deleting punctuation back', '(555)|123-4567', '(555|) 123-4567'],
    ['pasting with the country code', '+1 555 123 4567|', '(555) 123-4567|'],
    ['the caret before everything', '|5551234567', '|(555) 123-4567'],
    ['typing a plus', '+|', '+|'],
    ['a foreign number', '+44 2|0', '+44 2|0'],
    ['more digits than fit', '(555) 123-45678|', '(555) 123-4567|'],
  ])('%s: %s becomes %s', (_, typed, result) => {
    expect(mark(reformatPhone(edit(typed)))).toBe(result);
  });

  test('the Delete key skips punctuation', () => {
    expect(mark(reformatPhone(edit('(555| 123-4567'), { deletedAhead: true }))).toBe('(555) |123-4567');
  });

  test('keeps the caret within the text', () => {
    fc.assert(
      fc.property(typedText, fc.nat(), fc.boolean(), (text, at, deletedAhead) => {
        const result = reformatPhone({ text, caret: at % (text.length + 1) }, { deletedAhead });
        expect(result.caret).toBeGreaterThanOrEqual(0);
        expect(result.caret).toBeLessThanOrEqual(result.text.length);
      }),
    );
  });
});

test.each([
  ['(555) 123-4567', '+15551234567'],
  ['5551234567', '+15551234567'],
  ['15551234567', '+15551234567'],
  ['(155) 512-3456', '+1555123456'],
  ['555', '+1555'],
  ['', '+1'],
  ['+44 20 7946 0958', '+442079460958'],
  ['0044 20 7946 0958', '+442079460958'],
  ['＋１５５５１２３４５６７', '+15551234567'],
])('%j is sent as %j', (text, sent) => {
  expect(internationalPhone(text)).toBe(sent);
});

test.each([
  ['', 'missing'],
  [' ', 'missing'],
  ['(555) 123-4567', null],
  ['15551234567', null],
  ['+1 555 123 4567', null],
  ['００１ ５５５ １２３ ４５６７', null],
  ['1234567890', null],
  ['555', 'malformed'],
  ['+', 'malformed'],
  ['+1 555 123 456', 'malformed'],
  ['none', 'malformed'],
  ['+44 20 7946 0958', 'foreign'],
  ['＋４４ ２０ ７９４６ ０９５８', 'foreign'],
  ['+52 55 1234 5678', 'foreign'],
  ['0044 20 7946 0958', 'foreign'],
  ['011 44 20 7946 0958', 'foreign'],
  ['020 7946 0958', 'foreign'],
])('%j is %j', (text, problem) => {
  expect(checkPhone(text)).toBe(problem);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf } from '#domain/digits.ts';
import { checkPhone, formatPhone, internationalPhone, reformatPhone } from '#domain/phone.ts';

/** Parses a text in which a bar marks the caret. */
const edit = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const mark = ({ text, caret }: { text: string; caret: number }) =>
  `${text.slice(0, caret)}|${text.slice(caret)}`;

const typedText = fc.string({ unit: fc.constantFrom(...'0123456789+()- x') });

describe('formatPhone', () => {
  test.each([
    ['(555) 1', ['5551']],
    ['(555) 123', ['555123']],
    ['(555) 123-4', ['5551234']],
    [
      '(555) 123-4567',
      ['5551234567', '55512345678', '555.123.4567 ext', '+1 555 123 4567', '1-555-123-4567'],
    ],
    [
      '(555) 123-4567',
      [
        '１ （５５５） １２３－４５６７',
        '＋１ ５５５ １２３ ４５６７',
        '٥٥٥١٢٣٤٥٦٧',
        '+۱ ۵۵۵ ۱۲۳ ۴۵۶۷',
        '\u202a+1 555\u00a0123\u200b4567\u202c',
      ],
    ],
    ['(555) 123-4567', ['001 555 123 4567', '011 1 555 123 4567']],
    ['555', ['+1555']],
    ['(155) 512-3456', ['1555123456']],
    ['', ['no digits']],
  ])('returns %j for %j', (formatted, texts) => {
    for (const text of texts) expect(formatPhone(text), text).toBe(formatted);
  });

  test.each([
    ...['', '5', '555', '+', '+1', '+44 20 7946 0958', '(+44) 20 7946 0958'],
    ...['0044 20 7946 0958', '011 44 20 7946 0958', '020 7946 0958'],
  ])('leaves %j unchanged', (text) => {
    expect(formatPhone(text)).toBe(text);
  });

  test('is idempotent', () => {
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
    ['a Backspace at a digit', '(55|) 123-4567', '(55|1) 234-567'],
    ['a Backspace at punctuation', '(555)|123-4567', '(555|) 123-4567'],
    ['pasting with the country code', '+1 555 123 4567|', '(555) 123-4567|'],
    ['the caret before everything', '|5551234567', '|(555) 123-4567'],
    ['typing a plus', '+|', '+|'],
    ['a foreign number', '+44 2|0', '+44 2|0'],
    ['more digits than fit', '(555) 123-45678|', '(555) 123-4567|'],
  ])('supports %s: %s becomes %s', (_, typed, result) => {
    expect(mark(reformatPhone(edit(typed)))).toBe(result);
  });

  test('skips punctuation on the Delete key', () => {
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
  ['+15551234567', ['(555) 123-4567', '5551234567', '15551234567', '＋１５５５１２３４５６７']],
  ['+1555123456', ['(155) 512-3456']],
  ['+1555', ['555']],
  ['+1', ['']],
  ['+442079460958', ['+44 20 7946 0958', '0044 20 7946 0958']],
])('internationalPhone returns %j for %j', (sent, texts) => {
  for (const text of texts) expect(internationalPhone(text), text).toBe(sent);
});

test.each([
  ['missing', ['', ' ']],
  [null, ['(555) 123-4567', '15551234567', '+1 555 123 4567', '００１ ５５５ １２３ ４５６７', '1234567890']],
  ['malformed', ['555', '+', '+1 555 123 456', 'none']],
  ['foreign', ['+44 20 7946 0958', '＋４４ ２０ ７９４６ ０９５８', '+52 55 1234 5678', '0044 20 7946 0958']],
  ['foreign', ['011 44 20 7946 0958', '020 7946 0958']],
])('checkPhone returns %j for %j', (problem, texts) => {
  for (const text of texts) expect(checkPhone(text), text).toBe(problem);
});

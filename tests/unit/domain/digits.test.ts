import { expect, test } from 'vitest';
import { type EditKind, reformatDigits } from '#domain/digits.ts';

/** Parses a text in which a bar marks the caret. */
const edit = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const mark = ({ text, caret }: ReturnType<typeof edit>) => `${text.slice(0, caret)}|${text.slice(caret)}`;

test.each<[string, string, string, EditKind, string]>([
  ['typing at the end', '123456789|', '12345-6789', {}, '12345-6789|'],
  ['typing a digit that is not shown', '123456|', '12345', {}, '12345|'],
  ['typing in the middle', '129|345', '12934', {}, '129|34'],
  ['a Backspace at punctuation', '12345|6789', '12345-6789', {}, '12345|-6789'],
  ['a Delete at punctuation', '12345|6789', '12345-6789', { deletedAhead: true }, '12345-|6789'],
  [
    'a Delete of the first character',
    '|555) 123-4567',
    '(555) 123-4567',
    { deletedAhead: true },
    '(|555) 123-4567',
  ],
  ['a Delete of a digit', '12|4', '124', { deletedAhead: true }, '12|4'],
])('reformatDigits places the caret after %s: %s as %s', (_, typed, formatted, kind, result) => {
  expect(mark(reformatDigits(edit(typed), formatted, kind))).toBe(result);
});

import * as v from 'valibot';
import { expect, it } from 'vitest';
import {
  isPrintable,
  linesWithControlsEscaped,
  withControlsEscaped,
  withoutControls,
} from '#contract/characters.ts';
import { errorSchema } from '#contract/error-schema.ts';

/** NUL, ESC, DEL, one-byte CSI, line breaks and separators, direction marks and overrides, lone surrogates. */
const controls = [
  ...'\0\u0007\u001B\u007F\u009B\n\r\t\u0085\u2028\u2029',
  ...'\u061C\u200E\u200F\u202A\u202E\u2066\u2069',
  '\uD83D',
  '\uDE00',
];

it.each(controls)('the control character %j is not printable, and can be removed or escaped', (control) => {
  expect(isPrintable(`Ada${control}King`)).toBe(false);
  expect(isPrintable(withoutControls(`Ada${control}King`))).toBe(true);
  expect(withControlsEscaped(control)).toMatch(/^\\u[\da-f]{4}$/);
});

it.each([
  "Zoë O'Neil-McDonald",
  'עדה',
  'فاطمه‌زهرا', // contains a zero-width non-joiner
  'क्‍ष', // contains a zero-width joiner
  '李 🪙👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
])('the text %s is printable and stays unchanged', (text) => {
  expect(isPrintable(text)).toBe(true);
  expect(withoutControls(text)).toBe(text);
  expect(withControlsEscaped(text)).toBe(text);
});

it('withoutControls turns a line break into a space, and keeps the rest of a control sequence', () => {
  expect(withoutControls('\u001B[2JAda\nKing\u202E\0\n')).toBe('[2JAda King');
});

it('JSON with escaped control characters has the same values', () => {
  const json = { name: controls.join('x') };
  const text = linesWithControlsEscaped(JSON.stringify(json, null, 2));
  expect(JSON.parse(text)).toEqual(json);
  expect(text.split('\n').every(isPrintable)).toBe(true);
});

it.each([
  ['a code that is known', { code: 'token-used', detail: 'No.' }, 'token-used'],
  ['no code', { detail: 'No.' }, undefined],
  ['a code that is not known', { code: 'on-the-moon', detail: 'No.' }, undefined],
  ['a code that is not a string', { code: 7, detail: 'No.' }, undefined],
])('an error response with %s is parsed', (_, body, code) => {
  expect(v.parse(errorSchema, body)).toEqual({ code, detail: 'No.' });
});

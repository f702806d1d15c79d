import * as v from 'valibot';

/** Control characters, line separators, bidi controls and lone surrogates, but not zero-width joiners. */
const classes = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';
const any = /* @__PURE__ */ new RegExp(`[${classes}]`, 'u');
const each = /* @__PURE__ */ new RegExp(`[${classes}]`, 'gu');

export const isPrintable = (text: string): boolean => !any.test(text);

export const printable = v.check(isPrintable, 'Control characters are not allowed.');

/** Removes control characters and trims the text. Line breaks and tabs become spaces. */
export const withoutControls = (text: string): string =>
  text.replace(each, (found) => (/\s/.test(found) ? ' ' : '')).trim();

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes control characters, such as `\u001b`, so that a terminal can't act on them. */
export const withControlsEscaped = (text: string): string => text.replace(each, escaped);

/** Like {@link withControlsEscaped}, but keeps line breaks. Doesn't change the values in a JSON document. */
export const linesWithControlsEscaped = (text: string): string =>
  text.replace(each, (found) => (found === '\n' ? found : escaped(found)));

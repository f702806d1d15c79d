import * as v from 'valibot';

/**
 * Characters that act on where a text is shown instead of being shown: control characters such as NUL and ESC, line separators
 * and changes of the writing direction. And halves of characters, which no encoding has. The joiners of scripts and of
 * emoji are none of them.
 */
const classes = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}';
const any = /* @__PURE__ */ new RegExp(`[${classes}]`, 'u');
const each = /* @__PURE__ */ new RegExp(`[${classes}]`, 'gu');

/** Whether a text has no control characters. */
export const isPrintable = (text: string): boolean => !any.test(text);

/** Refuses a text with control characters. */
export const printable = v.check(isPrintable, 'Control characters are not allowed.');

/** A text without its control characters. What breaks a line becomes a space. */
export const withoutControls = (text: string): string =>
  text.replace(each, (found) => (/\s/.test(found) ? ' ' : '')).trim();

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text with its control characters written as `\u001b`, so that a terminal shows them. */
export const withControlsEscaped = (text: string): string => text.replace(each, escaped);

/** As {@link withControlsEscaped}, of lines that stay lines. Of JSON, no value changes. */
export const linesWithControlsEscaped = (text: string): string =>
  text.replace(each, (found) => (found === '\n' ? found : escaped(found)));

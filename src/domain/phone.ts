import {
  digitsOf,
  type EditKind,
  placeAfterDigits,
  placeBehindPunctuation,
  type TextEdit,
} from './digits.ts';

const nationalLength = 10;

/** How many digits of a text are the country's own 1: those behind a plus, or in front of ten others. */
const countryDigits = (text: string): 0 | 1 => {
  const digits = digitsOf(text);
  if (!digits.startsWith('1')) return 0;
  return text.trimStart().startsWith('+') || digits.length > nationalLength ? 1 : 0;
};

/** Up to ten digits as (555) 123-4567, as far as they go. A country's 1 before them is left out. */
export const formatPhone = (text: string): string => {
  const start = countryDigits(text);
  const digits = digitsOf(text).slice(start, start + nationalLength);
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (exchange === '') return area;
  if (line === '') return `(${area}) ${exchange}`;
  return `(${area}) ${exchange}-${line}`;
};

/** Ten digits, also behind the country's 1, as (555) 123-4567. Anything else stays as it was typed. */
export const formatBillingPhone = (text: string): string =>
  /^(\d{10}|1\d{10})$/.test(digitsOf(text)) ? formatPhone(text) : text;

/** Formats what stands in a field after an edit and keeps the caret between the same digits. */
export const reformatPhone = (
  { text, caret }: TextEdit,
  { deletedAhead = false }: EditKind = {},
): TextEdit => {
  const formatted = formatPhone(text);
  const before = Math.max(0, digitsOf(text.slice(0, caret)).length - countryDigits(text));
  const place = placeAfterDigits(formatted, before);
  return { text: formatted, caret: deletedAhead ? placeBehindPunctuation(formatted, place) : place };
};

/** The international form that is sent: digits that start with 1 get a plus in front, all others +1. */
export const internationalPhone = (text: string): string => {
  const digits = digitsOf(text);
  return digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
};

import { digitsOf } from './digits.ts';

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

export interface PhoneEdit {
  readonly text: string;
  /** The place of the caret: how many characters stand before it. */
  readonly caret: number;
}

/**
 * Formats what stands in a field after an edit and keeps the caret between the same digits. `deletedAhead` puts it
 * behind the punctuation instead of before it, so that deleting forwards gets past.
 */
export const reformatPhone = (
  { text, caret }: PhoneEdit,
  { deletedAhead = false }: { readonly deletedAhead?: boolean } = {},
): PhoneEdit => {
  const formatted = formatPhone(text);
  const before = Math.max(0, digitsOf(text.slice(0, caret)).length - countryDigits(text));
  let place = 0;
  for (let seen = 0; seen < before && place < formatted.length; place += 1) {
    if (/\d/.test(formatted.charAt(place))) seen += 1;
  }
  if (deletedAhead) while (place < formatted.length && /\D/.test(formatted.charAt(place))) place += 1;
  return { text: formatted, caret: place };
};

/** The international form that is sent: digits that start with 1 get a plus in front, all others +1. */
export const internationalPhone = (text: string): string => {
  const digits = digitsOf(text);
  return digits.startsWith('1') ? `+${digits}` : `+1${digits}`;
};

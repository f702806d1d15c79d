import {
  digitsOf,
  type EditKind,
  narrow,
  placeAfterDigits,
  placeBehindPunctuation,
  type TextEdit,
} from './digits.ts';

const nationalLength = 10;

/** What is dialed before a country's code: 011 in the US, 00 in most other countries. */
const exitCode = /^(?:011|00)/;

/** A phone number as typed: its digits, and how many of them come before the national number. */
const parsePhone = (text: string) => {
  const digits = digitsOf(text);
  const hasPlus = /^\D*\+/.test(narrow(text));
  const exit = hasPlus ? 0 : (exitCode.exec(digits)?.[0].length ?? 0);
  const isInternational = hasPlus || exit > 0;
  const number = digits.slice(exit);
  const isUs = number.startsWith('1') && (isInternational || number.length > nationalLength);
  // No area code starts with 0: it is the trunk prefix of another country.
  const isForeign = isInternational ? !isUs : digits.startsWith('0');
  return { digits, number, start: exit + Number(isUs), isInternational, isForeign };
};

export type PhoneProblem = 'missing' | 'malformed' | 'foreign';

/** What is wrong with a phone number of the US, or null. A number of another country is `foreign`. */
export const checkPhone = (text: string): PhoneProblem | null => {
  if (text.trim() === '') return 'missing';
  const { digits, number, isInternational, isForeign } = parsePhone(text);
  if (isForeign && digits !== '') return 'foreign';
  return (isInternational ? /^\d{11}$/ : /^\d{10,11}$/).test(number) ? null : 'malformed';
};

/** Up to ten digits as (555) 123-4567, as far as they go, without the country's 1. A foreign number stays as typed. */
export const formatPhone = (text: string): string => {
  const { digits, start, isInternational, isForeign } = parsePhone(text);
  const national = digits.slice(start, start + nationalLength);
  if (isForeign || (isInternational && national === '')) return text;
  const [area, exchange, line] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)];
  if (exchange === '') return area;
  if (line === '') return `(${area}) ${exchange}`;
  return `(${area}) ${exchange}-${line}`;
};

/** Ten digits, also behind the country's 1, as (555) 123-4567. Anything else stays as it was typed. */
export const formatBillingPhone = (text: string): string =>
  /^(\d{10}|1\d{10})$/.test(parsePhone(text).number) ? formatPhone(text) : text;

/** Formats what stands in a field after an edit and keeps the caret between the same digits. */
export const reformatPhone = (
  { text, caret }: TextEdit,
  { deletedAhead = false }: EditKind = {},
): TextEdit => {
  const formatted = formatPhone(text);
  if (formatted === text) return { text, caret };
  const before = Math.max(0, digitsOf(text.slice(0, caret)).length - parsePhone(text).start);
  const place = placeAfterDigits(formatted, before);
  return { text: formatted, caret: deletedAhead ? placeBehindPunctuation(formatted, place) : place };
};

/** The international form that is sent: digits that start with 1 get a plus in front, all others +1. */
export const internationalPhone = (text: string): string => {
  const { number, isInternational } = parsePhone(text);
  return isInternational || number.startsWith('1') ? `+${number}` : `+1${number}`;
};

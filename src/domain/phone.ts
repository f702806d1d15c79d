import { digitsOf, type EditKind, narrow, type TextEdit, withCaretAfter } from './digits.ts';

const nationalLength = 10;

/** The international call prefix: 011 in the US, 00 in most other countries. */
const exitCode = /^(?:011|00)/;

/** Splits text into a phone number's parts. `start` is the number of digits before the national number. */
const parsePhone = (text: string) => {
  const digits = digitsOf(text);
  const hasPlus = /^\D*\+/.test(narrow(text));
  const exit = hasPlus ? 0 : (exitCode.exec(digits)?.[0].length ?? 0);
  const isInternational = hasPlus || exit > 0;
  const number = digits.slice(exit);
  const isUs = number.startsWith('1') && (isInternational || number.length > nationalLength);
  // No US area code starts with 0, so a leading 0 is another country's trunk prefix.
  const isForeign = isInternational ? !isUs : digits.startsWith('0');
  return { digits, number, start: exit + Number(isUs), isInternational, isForeign };
};

export type PhoneProblem = 'missing' | 'malformed' | 'foreign';

/** Checks a US phone number. Returns its problem, or null. Numbers from other countries are `foreign`. */
export const checkPhone = (text: string): PhoneProblem | null => {
  if (text.trim() === '') return 'missing';
  const { digits, number, isInternational, isForeign } = parsePhone(text);
  if (isForeign && digits !== '') return 'foreign';
  return (isInternational ? /^\d{11}$/ : /^\d{10,11}$/).test(number) ? null : 'malformed';
};

/** Formats up to ten digits as (555) 123-4567, without country code 1. Leaves foreign numbers as typed. */
export const formatPhone = (text: string): string => {
  const { digits, start, isInternational, isForeign } = parsePhone(text);
  const national = digits.slice(start, start + nationalLength);
  if (isForeign || (isInternational && national === '')) return text;
  const [area, exchange, line] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)];
  if (exchange === '') return area;
  if (line === '') return `(${area}) ${exchange}`;
  return `(${area}) ${exchange}-${line}`;
};

/** Formats complete US numbers as (555) 123-4567. Leaves anything else as typed. */
export const formatBillingPhone = (text: string): string =>
  /^(\d{10}|1\d{10})$/.test(parsePhone(text).number) ? formatPhone(text) : text;

/** Formats a field's text after an edit. Keeps the caret between the same digits. */
export const reformatPhone = ({ text, caret }: TextEdit, kind: EditKind = {}): TextEdit => {
  const formatted = formatPhone(text);
  if (formatted === text) return { text, caret };
  const before = Math.max(0, digitsOf(text.slice(0, caret)).length - parsePhone(text).start);
  return withCaretAfter(formatted, before, kind);
};

/** Converts to E.164: adds `+` to numbers that start with 1 or are international, `+1` to all others. */
export const internationalPhone = (text: string): string => {
  const { number, isInternational } = parsePhone(text);
  return isInternational || number.startsWith('1') ? `+${number}` : `+1${number}`;
};

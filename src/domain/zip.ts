import { digitsOf } from './digits.ts';

/** The longest ZIP code: five digits, a hyphen, four digits. */
export const zipMaxLength = 10;

/** Whether the text is a ZIP code: five digits, or five and four with a hyphen. */
export const isZip = (text: string): boolean => /^\d{5}(-\d{4})?$/.test(text);

/** Nine digits as 12345-6789; of anything else the first five digits. */
export const formatZip = (text: string): string => {
  const digits = digitsOf(text);
  return digits.length === 9 ? hyphenate(digits) : digits.slice(0, 5);
};

/**
 * What a ZIP field shows while it changes from `before` to `text`. Like {@link formatZip}, but digits six to eight stay
 * as long as they come or go one by one: they are on their way to nine.
 */
export const formatTypedZip = (text: string, before: string): string => {
  const digits = digitsOf(text);
  const isTyped = Math.abs(digits.length - digitsOf(before).length) <= 1;
  return isTyped && digits.length > 5 && digits.length < 9 ? hyphenate(digits) : formatZip(digits);
};

const hyphenate = (digits: string): string => `${digits.slice(0, 5)}-${digits.slice(5)}`;

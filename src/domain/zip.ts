import { digitsOf } from './digits.ts';

export const zipMaxLength = 10;

export const isZip = (text: string): boolean => /^\d{5}(-\d{4})?$/.test(text);

/** Formats nine digits as 12345-6789. Otherwise, returns the first five digits. */
export const formatZip = (text: string): string => {
  const digits = digitsOf(text);
  const start = digits.slice(0, 5);
  return digits.length === 9 ? `${start}-${digits.slice(5)}` : start;
};

/**
 * Returns the digits to keep after an edit to `text`. While the customer types at the end, keeps digits six
 * to eight, which {@link formatZip} hides, so that the ninth digit completes 12345-6789.
 */
export const typeZip = (text: string, digits: string): string => {
  const shown = formatZip(digits);
  const isTyped = digits.length < 9 && text.length === shown.length + 1 && text.startsWith(shown);
  return isTyped ? digits + digitsOf(text.slice(-1)) : digitsOf(formatZip(text));
};

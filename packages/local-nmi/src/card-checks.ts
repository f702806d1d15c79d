import { findTestCard, type TestCard } from './test-cards.ts';

export const cardFields = ['ccnumber', 'ccexp', 'cvv'] as const;
export type CardField = (typeof cardFields)[number];

/** The result of a check: the normalized value, or the message that the page shows. */
export type Check<Value> = { readonly valid: true; readonly value: Value } | Refused;
export interface Refused {
  readonly valid: false;
  readonly message: string;
}

const refuse = (message: string): Refused => ({ valid: false, message });
const empty = refuse('Field is empty');
const unrecognized = refuse('Card number must be 13-19 digits and a recognizable card format');
const notForTests = refuse(
  "Only published test card numbers are accepted here. This number wasn't saved. Try 4111 1111 1111 1111.",
);
const expired = refuse('Expiration date must be a present or future month and year');
const wrongCvv = refuse('CVV must be 3 or 4 digits');

/** Checks a card number. Accepts only published test cards, with or without spaces and hyphens. */
export const checkCardNumber = (typed: string): Check<TestCard> => {
  const number = typed.replaceAll(/[\s-]/g, '');
  if (number === '') return empty;
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) return unrecognized;
  const card = findTestCard(number);
  return card === undefined ? notForTests : { valid: true, value: card };
};

/** Checks an expiry. Accepts MM/YY, MMYY, MM/YYYY and MMYYYY, up to 20 years ahead. Returns MMYY. */
export const checkExpiry = (typed: string, now: Date): Check<string> => {
  const compact = typed.replaceAll(/\s/g, '');
  if (compact === '') return empty;
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(?:20)?(\d{2})$/.exec(compact) ?? [];
  if (month === undefined || year === undefined) return expired;
  const yearsAhead = 2000 + Number(year) - now.getUTCFullYear();
  if (yearsAhead > 20 || isPastExpiry(month + year, now)) return expired;
  return { valid: true, value: month + year };
};

/** Returns whether a card (MMYY) has expired. A card is valid through the last day of its month. */
export const isPastExpiry = (expiry: string, now: Date): boolean => {
  const monthsOf = (year: number, month: number) => year * 12 + month;
  const expires = monthsOf(2000 + Number(expiry.slice(2)), Number(expiry.slice(0, 2)));
  return expires < monthsOf(now.getUTCFullYear(), now.getUTCMonth() + 1);
};

/** Checks a CVV. Accepts three or four digits. */
export const checkCvv = (typed: string): Check<string> => {
  const cvv = typed.trim();
  if (cvv === '') return empty;
  return /^\d{3,4}$/.test(cvv) ? { valid: true, value: cvv } : wrongCvv;
};

const passesLuhn = (number: string): boolean => {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().map(Number).entries()) {
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled - (doubled > 9 ? 9 : 0);
  }
  return sum % 10 === 0;
};

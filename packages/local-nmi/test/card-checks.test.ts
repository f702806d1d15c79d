import { expect, test } from 'vitest';
import { checkCardNumber, checkCvv, checkExpiry, isPastExpiry } from '../src/card-checks.ts';

const empty = 'Field is empty';
const unrecognized = 'Card number must be 13-19 digits and a recognizable card format';
const past = 'Expiration date must be a present or future month and year';
const wrongCvv = 'CVV must be 3 or 4 digits';
const notForTests =
  "Only published test card numbers are accepted here. This number wasn't saved. Try 4111 1111 1111 1111.";
const june2026 = new Date('2026-06-15T12:00:00Z');

const checks = {
  number: checkCardNumber,
  expiry: (typed: string) => checkExpiry(typed, june2026),
  cvv: checkCvv,
};

test.each<[keyof typeof checks, string, string]>([
  ['expiry', '06/26', '0626'],
  ['expiry', '0626', '0626'],
  ['expiry', '12/2030', '1230'],
  ['expiry', '122030', '1230'],
  ['expiry', ' 01 / 27 ', '0127'],
  ['expiry', '12/46', '1246'],
  ['cvv', '123', '123'],
  ['cvv', '1234', '1234'],
  ['cvv', ' 999 ', '999'],
])('the %s %j is accepted', (field, typed, value) => {
  expect(checks[field](typed)).toEqual({ valid: true, value });
});

test.each(['4111111111111111', '4000000000000119', '341111111111111', '30205252489926'])(
  'the card number %s is accepted with or without spaces',
  (number) => {
    const grouped = ` ${number.slice(0, 4)} ${number.slice(4, 8)}-${number.slice(8)} `;
    for (const typed of [number, grouped])
      expect(checkCardNumber(typed)).toMatchObject({ valid: true, value: { number } });
  },
);

test.each<[keyof typeof checks, string, string[]]>([
  ['number', empty, ['', '   ']],
  ['number', unrecognized, ['411111111111', '41111111111111111111', '4111111111111112', '4111x11111111111']],
  ['number', unrecognized, ['４１１１１１１１１１１１１１１１']],
  ['number', notForTests, ['4242424242424242']],
  ['expiry', empty, ['', ' ']],
  [
    'expiry',
    past,
    ['05/26', '12/25', '13/30', '00/30', '6/26', '12/47', '12/3', '12-30', '12/1930', 'ab/cd'],
  ],
  ['cvv', empty, ['']],
  ['cvv', wrongCvv, ['12', '12345', '12a']],
])('the %s field shows %j for the inputs %j', (field, message, typed) => {
  for (const one of typed) expect(checks[field](one)).toEqual({ valid: false, message });
});

test('a card is valid until the end of its expiry month', () => {
  expect(isPastExpiry('0626', new Date('2026-06-30T23:59:59.999Z'))).toBe(false);
  expect(isPastExpiry('0626', new Date('2026-07-01T00:00:00Z'))).toBe(true);
});

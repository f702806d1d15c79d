import { describe, expect, test } from 'vitest';
import { checkCardNumber, checkCvv, checkExpiry, isPastExpiry } from '../src/card-checks.ts';

const unrecognised = 'Card number must be 13-19 digits and a recognizable card format';
const past = 'Expiration date must be a present or future month and year';
const june2026 = new Date('2026-06-15T12:00:00Z');

describe('card number', () => {
  test.each([
    '4111111111111111',
    '4000000000000002',
    '4000000000009995',
    '4000000000000119',
    '5431111111111111',
    '6011000991300009',
    '341111111111111',
    '30205252489926',
    '3541963594572595',
  ])('%s is a published test card', (number) => {
    expect(checkCardNumber(number)).toMatchObject({ valid: true, value: { number } });
  });

  test('may be typed in groups', () => {
    expect(checkCardNumber(' 4111 1111-1111 1111 ').valid).toBe(true);
  });

  test.each([
    ['', 'Field is empty'],
    ['   ', 'Field is empty'],
    ['411111111111', unrecognised],
    ['41111111111111111111', unrecognised],
    ['4111111111111112', unrecognised],
    ['4111x11111111111', unrecognised],
    ['４１１１１１１１１１１１１１１１', unrecognised],
    [
      '4242424242424242',
      "Only published test card numbers are accepted here. This number wasn't saved. Try 4111 1111 1111 1111.",
    ],
  ])('%j is refused', (typed, message) => {
    expect(checkCardNumber(typed)).toEqual({ valid: false, message });
  });
});

describe('expiry', () => {
  test.each([
    ['06/26', '0626'],
    ['0626', '0626'],
    ['12/2030', '1230'],
    ['122030', '1230'],
    [' 01 / 27 ', '0127'],
    ['12/46', '1246'],
  ])('%j is %s', (typed, value) => {
    expect(checkExpiry(typed, june2026)).toEqual({ valid: true, value });
  });

  test.each(['05/26', '12/25', '13/30', '00/30', '6/26', '12/47', '12/3', '12-30', '12/1930', 'ab/cd'])(
    '%j is refused',
    (typed) => {
      expect(checkExpiry(typed, june2026)).toEqual({ valid: false, message: past });
    },
  );

  test('must be there', () => {
    expect(checkExpiry(' ', june2026)).toEqual({ valid: false, message: 'Field is empty' });
  });

  test('holds through the last moment of its month', () => {
    expect(isPastExpiry('0626', new Date('2026-06-30T23:59:59.999Z'))).toBe(false);
    expect(isPastExpiry('0626', new Date('2026-07-01T00:00:00Z'))).toBe(true);
  });
});

describe('CVV', () => {
  test.each(['123', '1234', ' 999 '])('%j is accepted', (typed) => {
    expect(checkCvv(typed)).toEqual({ valid: true, value: typed.trim() });
  });

  test.each([
    ['', 'Field is empty'],
    ['12', 'CVV must be 3 or 4 digits'],
    ['12345', 'CVV must be 3 or 4 digits'],
    ['12a', 'CVV must be 3 or 4 digits'],
  ])('%j is refused', (typed, message) => {
    expect(checkCvv(typed)).toEqual({ valid: false, message });
  });
});

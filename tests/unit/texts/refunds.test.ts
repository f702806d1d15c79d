import { describe, expect, it } from 'vitest';
import { refundReasons } from '#contract/refunds.ts';
import { StoreError } from '#domain/store-error.ts';
import { refundTerms as terms } from '#tests/purchases.ts';
import { emailNoticesFailureText } from '#texts/email-notices.ts';
import { refundFailureText, refundLineText, refundTexts } from '#texts/refunds.ts';

const refusal = (message: string, details: ConstructorParameters<typeof StoreError>[2] = {}) =>
  new StoreError('refused', message, { status: 409, ...details });

describe('why a purchase can’t be refunded', () => {
  const textOf = (reason: string, spent = 0) =>
    refundLineText('barred', { ...terms, allowed: false, reason, spent });

  it('has its own text for each reason', () => {
    const texts = refundReasons.filter((reason) => reason !== 'off').map((reason) => textOf(reason, 12));
    expect(new Set([...texts, textOf('toString')]).size).toBe(texts.length + 1);
  });

  it.each([
    [1, '1 of these credits is spent. Contact us about the rest.'],
    [12, '12 of these credits are spent. Contact us about the rest.'],
    [1_300, 'The credits of this purchase are spent.'],
  ])('says how many credits are spent: %d', (spent, text) => {
    expect(textOf('credits-spent', spent)).toBe(text);
  });
});

it('an allowed refund has a last day, if the store says it', () => {
  expect(refundLineText('offered', terms)).toBe('You can refund this purchase until Mar 28, 2026.');
  expect(refundLineText('offered', { ...terms, until: null })).toBe('');
});

it('the question about a refund names the amount, the card and the credits', () => {
  expect(refundTexts.amount(terms, 'Visa ending in 1111')).toBe(
    '$10.00 goes back to your Visa ending in 1111.',
  );
  expect(refundTexts.amount(terms, '')).toBe('$10.00 goes back to the card that you paid with.');
  expect(refundTexts.credits(terms)).toMatch(/^The 1,300 credits of this purchase/);
  expect(refundTexts.confirm(terms)).toBe('Refund $10.00');
});

describe('the text of a refused refund', () => {
  it.each([
    [
      refusal('', { status: 403, code: 'recent-sign-in-required' }),
      /^To protect your account, sign in again/,
    ],
    [
      refusal('', { status: 429, code: 'rate-limited', retryAfter: 30 }),
      /Nothing .* Try again in 30 seconds\.$/,
    ],
    [refusal('', { status: 429, code: 'rate-limited' }), /Try again in a moment\.$/],
    [refusal('The bank refused it.', { code: 'refund-refused' }), /^The bank refused it\.$/],
    [refusal('Request failed: Conflict'), /^Nothing was refunded\. .*contact us\.$/],
    [new StoreError('unsent', 'No.'), /^We can't reach the store\. Nothing was refunded\./],
  ])('says what happened: %s', (error, text) => expect(refundFailureText(error)).toMatch(text));
});

describe('the text of email notices that were not saved', () => {
  it.each([
    [refusal('Too many requests.'), 'Your notices were not saved. Too many requests.'],
    [refusal('Request failed: Conflict'), 'Your notices were not saved. Please try again.'],
    [new Error('Out of order'), "We can't confirm that your notices were saved. Press Save notices again."],
  ])('says whether the outcome is known: %s', (error, text) =>
    expect(emailNoticesFailureText(error)).toBe(text),
  );
});

import { describe, expect, test } from 'vitest';
import type { BillingField, BillingFinding } from '#domain/billing.ts';
import type { CardField, CheckoutFailureName } from '#machines/purchase/checkout.types.ts';
import {
  billingHintText,
  billingProblemText,
  cardProblemText,
  checkoutFailureText,
  missingText,
  notChargedText,
  refusalSummaryText,
} from '#texts/checkout.ts';

describe('the text of a failed payment', () => {
  test.each<[CheckoutFailureName, string]>([
    ['system-not-ready', 'Payment system not ready'],
    ['form-unavailable', 'Failed to initialize payment form'],
    ['token-missing', 'Failed to generate payment token'],
    ['start-failed', 'Failed to process payment'],
    ['declined', 'Payment processing failed'],
    ['refused', 'Payment processing failed'],
    ['session-ended', 'Please sign in to continue'],
  ])('explains %s as %j', (name, text) => {
    expect(checkoutFailureText({ name, message: '' })).toBe(text);
  });

  test.each<CheckoutFailureName>([
    ...(['token-timeout', 'token-refused', 'price-changed', 'package-withdrawn'] as const),
    ...(['rate-limited', 'customer-blocked', 'unreachable', 'ledger-unreadable'] as const),
  ])('says after %s that nothing was charged', (name) => {
    expect(checkoutFailureText({ name, message: '' })).toContain('You have not been charged.');
  });

  test('never claims that nothing was charged while the payment is unresolved', () => {
    const text = checkoutFailureText({ name: 'unresolved', message: '' });
    expect(text).not.toContain('not been charged');
    expect(text).toContain("don't pay again");
  });

  test.each<CheckoutFailureName>(['declined', 'refused', 'rate-limited'])(
    'shows the store’s message after %s',
    (name) => {
      expect(checkoutFailureText({ name, message: ' Insufficient funds. ' })).toBe('Insufficient funds.');
      expect(checkoutFailureText({ name, message: 'x'.repeat(10_000) })).toBe(`${'x'.repeat(300)}…`);
    },
  );

  test('shows no messages from services other than the store', () => {
    expect(checkoutFailureText({ name: 'token-missing', message: '<html>' })).not.toContain('<html>');
  });
});

test.each<[CheckoutFailureName, string, string]>([
  [
    'token-refused',
    'This card was used elsewhere. Please enter your card again.',
    'This card was used elsewhere. You have not been charged. Please enter your card again.',
  ],
  [
    'price-changed',
    'Prices went up today.',
    'Prices went up today. You have not been charged. Please check the new total before you pay.',
  ],
  ['package-withdrawn', 'Product not found', 'Product not found. You have not been charged.'],
  ['customer-blocked', 'Your account is under review.', 'Your account is under review.'],
  ['refused', 'Orders above $500 need a call.', 'Orders above $500 need a call.'],
])('the failure %s is explained with the store’s own message', (name, message, text) => {
  expect(checkoutFailureText({ name, message })).toBe(text);
  expect(checkoutFailureText({ name, message: 'Request failed: Conflict' })).toContain(
    name === 'refused' ? 'Request failed' : 'You have not been charged.',
  );
});

test.each([
  [[], [], 'Ready to pay.'],
  [['zip'], ['code'], 'To pay, complete: ZIP code, CVV.'],
  [[], ['number', 'expiry', 'code'], 'To pay, complete: Card number, Expiry, CVV.'],
  [['city', 'state', 'zip', 'phone'], [], 'To pay, complete the billing address.'],
  [['city'], ['number', 'expiry', 'code'], 'To pay, complete the billing address and the card.'],
] as const)('the line above Pay names what is missing of %j and %j', (billing, card, text) => {
  expect(missingText(billing, card)).toBe(text);
});

describe('the billing address', () => {
  test.each<[BillingFinding, string]>([
    [{ field: 'first_name', problem: 'missing' }, 'First name is required'],
    [{ field: 'last_name', problem: 'missing' }, 'Last name is required'],
    [{ field: 'address1', problem: 'missing' }, 'Street address is required'],
    [{ field: 'city', problem: 'missing' }, 'City is required'],
    [{ field: 'state', problem: 'missing' }, 'State is required'],
    [{ field: 'state', problem: 'malformed' }, 'Please enter a valid 2-letter state code (e.g., CA, NY, TX)'],
    [{ field: 'zip', problem: 'missing' }, 'ZIP code is required'],
    [{ field: 'zip', problem: 'malformed' }, 'ZIP code must be in format 12345 or 12345-6789'],
    [{ field: 'phone', problem: 'missing' }, 'Phone number is required'],
    [{ field: 'phone', problem: 'malformed' }, 'Phone number must be 10 digits'],
    [{ field: 'phone', problem: 'foreign' }, 'Please enter a US phone number'],
  ])('has a text for a $problem $field', ({ field, problem }, text) => {
    expect(billingProblemText(field, problem)).toBe(text);
    expect(billingHintText(field, problem)).toBe(
      text === 'State is required' ? 'Please select a state' : text,
    );
  });

  const missing = (field: BillingField): BillingFinding => ({ field, problem: 'missing' });
  const malformed = (field: BillingField): BillingFinding => ({ field, problem: 'malformed' });
  const wrongNumber = 'Card number must be 13-19 digits';

  test.each<[readonly BillingFinding[], Partial<Record<CardField, string>>, string]>([
    [[missing('city')], {}, 'Please complete all required fields'],
    [[malformed('zip'), missing('phone')], {}, 'Please complete all required fields'],
    [[malformed('zip')], {}, 'ZIP code must be in format 12345 or 12345-6789'],
    [[malformed('zip'), malformed('phone')], {}, 'Please check your billing information'],
    [[], { code: '' }, 'Please complete all required fields'],
    [[missing('city')], { code: 'Bad' }, 'Please complete all required fields'],
    [[], { number: wrongNumber }, wrongNumber],
    [[], { number: wrongNumber, code: 'Bad' }, 'Please check your card details'],
    [[malformed('zip')], { code: 'Bad' }, 'Please check your billing information'],
  ])('has a summary for a form with %j and the card problems %j', (findings, card, text) => {
    const problems = (['number', 'expiry', 'code'] as const).flatMap((field) => {
      const message = card[field];
      return message === undefined ? [] : [{ field, message }];
    });
    expect(refusalSummaryText(findings, problems)).toBe(text);
  });
});

test.each<[CheckoutFailureName, string, string | null]>([
  ['declined', 'Your card was declined.', 'You have not been charged.'],
  ['start-failed', 'Failed to process payment', 'You have not been charged.'],
  ['declined', 'No answer came, and your card was not charged.', null],
  ['unreachable', "We can't reach the store. You have not been charged.", null],
  ['refunded', 'It went through and was later refunded.', null],
  ['unresolved', "We can't confirm yet.", null],
])('the form adds to %s, %j: %j', (name, shown, text) => {
  expect(notChargedText({ name, message: '' }, shown)).toBe(text);
});

test('a card field’s problem is described with the field’s name', () => {
  expect(cardProblemText('code', '')).toBe('CVV is required');
  expect(cardProblemText('number', 'Field is empty')).toBe('Card number is required');
  expect(cardProblemText('code', 'CVV must be 3 or 4 digits')).toBe('CVV must be 3 or 4 digits');
  expect(cardProblemText('code', 'Connection to tokenization service failed')).toBe(
    "CVV: We couldn't check this. Once you're online, tap the field, then leave it.",
  );
});

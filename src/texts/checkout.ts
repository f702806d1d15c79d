import type { BillingField, BillingFinding, BillingProblem } from '#domain/billing.ts';
import { sentencesOf, truncate } from '#domain/text.ts';
import type { CardField, CheckoutFailure, CheckoutFailureName } from '#machines/purchase/checkout.types.ts';
import { countOf, foreignPhoneText } from './common.ts';

const cardFieldNames = { number: 'Card number', expiry: 'Expiry', code: 'CVV' } as const;

export const checkoutTexts = {
  region: 'Checkout',
  package: 'Package',
  credits: 'Credits',
  bonusCredits: 'Bonus credits',
  receive: (credits: string) => `You'll receive ${countOf(credits, 'credit')}`,
  total: 'Total',
  billing: 'Billing address',
  card: 'Card',
  fields: {
    first_name: 'First name',
    last_name: 'Last name',
    address1: 'Street address',
    address2: 'Address line 2',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    phone: 'Phone',
  } satisfies Record<BillingField, string>,
  country: 'Country: United States',
  edit: 'Edit',
  address: ({ city, state, zip }: Readonly<Record<'city' | 'state' | 'zip', string>>) =>
    `${city}, ${state} ${zip}`,
  optional: 'Optional',
  selectState: 'Select a state',
  cardFields: cardFieldNames,
  cardFieldMissing: (field: CardField) => `${cardFieldNames[field]} is required`,
  pay: (price: string) => `Pay ${price}`,
  cancel: 'Cancel',
  cardLoading: 'Loading the card fields…',
  cardUnavailable:
    "We couldn't load the card form. Check your connection and any ad blocker. You have not been charged.",
  processing: 'Processing your payment…',
  paying: 'Processing…',
  enterAnotherCard: 'Enter another card',
  notCharged: 'You have not been charged.',
  confirming: "Confirming your payment. Please don't pay again.",
  resuming: 'Checking your last purchase…',
  pending: 'Your payment is pending',
  pendingHint: (product: string) =>
    `We can't confirm yet whether your card was charged for ${product}. Please don't pay again. Check again, or contact us with this reference.`,
  takesLong: 'This is taking longer than usual. You can wait or come back later.',
  stopWaiting: 'Stop waiting',
  buyingInOtherTab: (product: string) =>
    `You're already buying ${product} in another tab. Paying here will make a second purchase.`,
  reference: 'Reference',
  checkAgain: 'Check again',
  acknowledge: 'Dismiss',
  setAside: (product: string) => `We still can't confirm your payment for ${product}.`,
  copy: 'Copy',
  copyReference: 'Copy the reference',
  safe: 'Your card goes straight to the payment gateway, and is never charged twice for one order.',
  signInAgain: 'Sign in again',
  incomplete: 'Please complete all required fields',
  invalid: 'Please check your billing information',
  invalidCard: 'Please check your card details',
} as const;

export const setAsideTexts = {
  title: 'Dismiss this warning?',
  hint: (product: string) =>
    `Your card may have been charged for ${product}. If you buy again now, you may pay twice. We'll keep the reference below the packages until we know.`,
  keep: 'Keep the warning',
} as const;

export const leavingTexts = {
  title: 'Leave during your payment?',
  hint: "Your payment is being processed. If you leave now, it may still go through. You'll see the result here when you come back, and you won't be charged twice.",
  leave: 'Leave',
  stay: 'Stay',
} as const;

export const successTexts = {
  title: 'Credits Successfully Added!',
  toast: 'Payment processed successfully!',
  added: (credits: string) => `Added ${countOf(credits, 'credit')}.`,
  balance: (balance: string) => `Your balance is ${balance}.`,
  paid: (price: string) => `You paid ${price}.`,
  viewDetails: 'View details',
  receiptOffline: "You can view the details once you're back online.",
  continue: 'Continue',
} as const;

const required = (label: string): string => `${label} is required`;

const problems: Partial<Record<BillingField, Partial<Record<BillingProblem, string>>>> = {
  state: { malformed: 'Please enter a valid 2-letter state code (e.g., CA, NY, TX)' },
  zip: { malformed: 'ZIP code must be in format 12345 or 12345-6789' },
  phone: {
    missing: 'Phone number is required',
    malformed: 'Phone number must be 10 digits',
    foreign: foreignPhoneText,
  },
};

/** Returns what is wrong with a billing field, including the field's name. */
export const billingProblemText = (field: BillingField, problem: BillingProblem): string =>
  problems[field]?.[problem] ??
  (problem === 'missing' ? required(checkoutTexts.fields[field]) : checkoutTexts.invalid);

/** Returns what is wrong with a billing field, to show next to the field. */
export const billingHintText = (field: BillingField, problem: BillingProblem): string =>
  field === 'state' && problem === 'missing' ? 'Please select a state' : billingProblemText(field, problem);

const billingSummaryText = (findings: readonly BillingFinding[]): string => {
  const [first, ...others] = findings;
  if (findings.some(({ problem }) => problem === 'missing')) return checkoutTexts.incomplete;
  if (first === undefined || others.length > 0) return checkoutTexts.invalid;
  return billingProblemText(first.field, first.problem);
};

/** Returns whether a card field is empty. 'Field is empty' is the gateway's own message. */
export const isCardFieldEmpty = (message: string): boolean => message === '' || message === 'Field is empty';

/** Message of the gateway's script if it can't reach the gateway. The script retries on blur. */
const gatewayUnreachable = 'Connection to tokenization service failed';

export const cardFieldText = (message: string): string =>
  message === gatewayUnreachable
    ? "We couldn't check this. Once you're online, tap the field, then leave it."
    : message.replace(' and a recognizable card format', '. Check each digit');

/** Returns what to say above the list of wrong fields. */
export const refusalSummaryText = (
  findings: readonly BillingFinding[],
  card: readonly { readonly field: CardField; readonly message: string }[],
): string => {
  const [first, ...others] = card;
  if (first === undefined) return billingSummaryText(findings);
  const isIncomplete =
    findings.some(({ problem }) => problem === 'missing') ||
    card.some(({ message }) => isCardFieldEmpty(message));
  if (isIncomplete) return checkoutTexts.incomplete;
  if (findings.length > 0) return checkoutTexts.invalid;
  return others.length > 0 ? checkoutTexts.invalidCard : cardProblemText(first.field, first.message);
};

/** The gateway's messages that begin with the name of their field. */
const namesCardField = /^(?:card number|expir|cvv)/i;

export const cardProblemText = (field: CardField, message: string): string => {
  const label = checkoutTexts.cardFields[field];
  if (isCardFieldEmpty(message)) return required(label);
  const text = cardFieldText(message);
  return namesCardField.test(text) ? text : `${label}: ${text}`;
};

export const payTexts = {
  unmounted: 'You can pay once the card form has loaded.',
  offline: "You can pay once you're back online.",
  ready: 'Ready to pay.',
} as const;

/** Maximum number of field names that fit on a line. */
const mostNames = 3;

export const missingText = (billing: readonly BillingField[], card: readonly CardField[]): string => {
  const names = [
    ...billing.map((field) => checkoutTexts.fields[field]),
    ...card.map((field) => checkoutTexts.cardFields[field]),
  ];
  if (names.length === 0) return payTexts.ready;
  if (names.length <= mostNames) return `To pay, complete: ${names.join(', ')}.`;
  return card.length > 0
    ? 'To pay, complete the billing address and the card.'
    : 'To pay, complete the billing address.';
};

const { notCharged } = checkoutTexts;
const longestDetail = 300;

const failures: Record<CheckoutFailureName, string> = {
  'system-not-ready': 'Payment system not ready',
  'form-unavailable': 'Failed to initialize payment form',
  'card-incomplete': checkoutTexts.incomplete,
  'card-unchecked': `Your card couldn't be checked in time. ${notCharged} Please try again.`,
  'token-missing': 'Failed to generate payment token',
  'token-timeout': `The card service did not respond in time. ${notCharged} Please enter your card again.`,
  'start-failed': 'Failed to process payment',
  declined: 'Payment processing failed',
  'card-refused': `This saved card can no longer be used. ${notCharged} Please use another card.`,
  'sign-in-required': `Please sign in again to pay with a saved card on this device. ${notCharged}`,
  'token-refused': `These card details can no longer be used. ${notCharged} Please enter your card again.`,
  'price-changed': `The price of this package has changed. ${notCharged} Please check the new total before you pay.`,
  'package-withdrawn': `This package is no longer available. ${notCharged}`,
  'rate-limited': `Too many attempts. ${notCharged} Please wait a moment and try again.`,
  'customer-blocked': `This account can't make purchases right now. ${notCharged} Please contact us.`,
  'session-ended': 'Please sign in to continue',
  refused: 'Payment processing failed',
  unreachable: `We can't reach the store. ${notCharged} Please try again.`,
  'ledger-unreadable': `We couldn't load your earlier purchases, so your payment wasn't started. ${notCharged} Please try again.`,
  refunded: 'Your last payment went through and was later refunded to your card.',
  unresolved: "We can't confirm yet whether your card was charged. Please don't pay again.",
};

/** Failures for which we show the store's detail unchanged. */
const showsStoreMessage: ReadonlySet<CheckoutFailureName> = new Set(['declined', 'refused', 'rate-limited']);

/** What the customer needs to know in addition to the store's detail. */
const advice: Readonly<Partial<Record<CheckoutFailureName, string>>> = {
  'token-refused': `${notCharged} Please enter your card again.`,
  'price-changed': `${notCharged} Please check the new total before you pay.`,
  'package-withdrawn': notCharged,
  'customer-blocked': '',
  'card-refused': `${notCharged} Please use another card.`,
};

/** Returns a sentence for the form that says nothing was charged; null if it's untrue or `text` says it. */
export const notChargedText = ({ name }: CheckoutFailure, text: string): string | null =>
  name === 'refunded' || name === 'unresolved' || /not (?:been )?charged/i.test(text) ? null : notCharged;

/** Returns why a payment failed, for the form, the toast and the console. Contains no private data. */
export const checkoutFailureText = ({ name, message }: CheckoutFailure): string => {
  const detail = truncate(message.trim(), longestDetail);
  if (detail === '') return failures[name];
  if (showsStoreMessage.has(name)) return detail;
  const more = advice[name];
  // Without a detail, `message` contains only the HTTP status.
  if (more === undefined || detail.startsWith('Request failed')) return failures[name];
  const own = sentencesOf(/[.!?]$/.test(detail) ? detail : `${detail}.`).filter(
    (sentence) => !more.includes(sentence),
  );
  return [...own, more].join(' ').trim();
};

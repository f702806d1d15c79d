import type { topUpPauses } from '#contract/top-up.ts';

/** What to do about the card. 'use' if it isn't known whether there is another one. */
const cardAdvice = {
  use: 'Use another card.',
  choose: 'Choose another card below.',
  add: 'Add another card above.',
} as const;
export type CardAdvice = keyof typeof cardAdvice;

/** Pauses that end with another card. */
const cardPauses = {
  'card-declined': 'Your bank declined this card and asked us not to retry it.',
  'declined-repeatedly': 'Your card was declined three times. Your bank can tell you why.',
  'card-removed': 'The payment gateway no longer has this card.',
  'card-expired': 'This card has expired.',
  'card-closed': 'Your bank has closed this card.',
  'contact-bank': 'Your bank says this card may not work, and can tell you why.',
} as const;

const otherPauses: Readonly<Record<Exclude<(typeof topUpPauses)[number], keyof typeof cardPauses>, string>> =
  {
    'price-changed': 'The price or credits of this package have changed. Check them below.',
    'package-withdrawn': 'This package is no longer available. Choose another package.',
    refunded: 'One of your purchases was refunded, or a refund was requested.',
    chargeback: 'Your bank reversed one of your payments.',
    merchant: 'We paused it for you.',
    'account-closed': 'Your account was closed or disabled.',
    unavailable: "We can't charge cards automatically right now.",
  };

const cardTexts: ReadonlyMap<string, string> = new Map(Object.entries(cardPauses));
const otherTexts: ReadonlyMap<string, string> = new Map(Object.entries(otherPauses));

/** Returns why top-up paused and what the customer can do. */
export const pauseReason = (reason: string | null, advice: CardAdvice = 'use'): string => {
  const text = cardTexts.get(reason ?? '');
  if (text !== undefined) return `${text} ${cardAdvice[advice]}`;
  return otherTexts.get(reason ?? '') ?? 'Something needs your attention.';
};

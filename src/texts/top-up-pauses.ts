import type { topUpPauses } from '#contract/top-up.ts';

const pauses: Readonly<Record<(typeof topUpPauses)[number], string>> = {
  'card-declined': 'The bank declined the card and asks us not to try it again. Choose another card.',
  'declined-repeatedly': 'The card was declined three times. Choose another card, or contact your bank.',
  'card-removed': 'The payment gateway no longer has the card. Save it again when you pay.',
  'card-expired': 'The card has expired. Choose another card.',
  'card-closed': 'The bank has closed the card. Choose another card.',
  'contact-bank': 'The bank reports that the card may not work. Contact your bank, or choose another card.',
  'price-changed': 'The price or the credits of the package have changed. Check them below.',
  'package-withdrawn': 'The package is no longer available. Choose another package.',
  refunded: 'One of your purchases was refunded.',
  chargeback: 'Your bank returned one of your payments to you.',
  merchant: 'We paused it for you.',
  'account-closed': 'Your account was closed or disabled.',
  unavailable: 'We can’t charge cards automatically right now.',
};

const pauseTexts: ReadonlyMap<string, string> = new Map(Object.entries(pauses));

/** Why top-up paused, and what helps. */
export const pauseReason = (reason: string | null): string =>
  pauseTexts.get(reason ?? '') ?? 'Something needs your attention.';

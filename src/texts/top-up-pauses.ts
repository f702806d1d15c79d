import type { topUpPauses } from '#contract/top-up.ts';

const pauses: Readonly<Record<(typeof topUpPauses)[number], string>> = {
  'card-declined': 'Your bank declined this card and asked us not to retry it. Choose another card.',
  'declined-repeatedly': 'Your card was declined three times. Choose another card, or contact your bank.',
  'card-removed': 'The payment gateway no longer has this card. Save it again when you pay.',
  'card-expired': 'This card has expired. Choose another card.',
  'card-closed': 'Your bank has closed this card. Choose another card.',
  'contact-bank': 'Your bank says this card may not work. Contact your bank, or choose another card.',
  'price-changed': 'The price or credits of this package have changed. Check them below.',
  'package-withdrawn': 'This package is no longer available. Choose another package.',
  refunded: 'One of your purchases was refunded.',
  chargeback: 'Your bank reversed one of your payments.',
  merchant: 'We paused it for you.',
  'account-closed': 'Your account was closed or disabled.',
  unavailable: "We can't charge cards automatically right now.",
};

const pauseTexts: ReadonlyMap<string, string> = new Map(Object.entries(pauses));

/** Returns why top-up paused and what the customer can do. */
export const pauseReason = (reason: string | null): string =>
  pauseTexts.get(reason ?? '') ?? 'Something needs your attention.';
